import { DEFAULT_FALSE_POSITIVE_RATE, MATCH_THRESHOLD, VECTOR_MODEL } from '@facet/gallery';
import { IMPOSTOR_DISTANCES } from '@facet/gallery/internals';

export const SEARCH_RULE_FILE = new URL(
  '../../../packages/python-client/facet_client/search_rule.json',
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
