import { IMPOSTOR_DISTANCES, VECTOR_MODEL } from '../search/impostor-distances.js';
import { DEFAULT_FALSE_POSITIVE_RATE } from '../search/search-threshold.js';
import { MATCH_THRESHOLD } from '../search/distance.js';

export const SEARCH_RULE_FILE = new URL(
  '../../../../packages/python-client/facet_client/search_rule.json',
  import.meta.url,
);

/** The numbers of the search rule, for clients in other languages. */
export function searchRule(): string {
  const rule = {
    model: VECTOR_MODEL,
    match_threshold: MATCH_THRESHOLD,
    default_false_positive_rate: DEFAULT_FALSE_POSITIVE_RATE,
    impostor_distances: IMPOSTOR_DISTANCES,
  };
  return `${JSON.stringify(rule, null, 2)}\n`;
}
