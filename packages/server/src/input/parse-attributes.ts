import { ServiceError } from '../errors.js';
import { querySegments } from './query-segments.js';
import { quote } from './quote.js';

const PARAMETER = 'return_attributes';

/** The names that `return_attributes` lists: joined by commas, or with the parameter repeated. Unknown ones are an error. */
export function parseAttributes<Name extends string>(
  rawQuery: string,
  known: readonly Name[],
): ReadonlySet<Name> {
  const wanted = new Set<Name>();
  for (const { key, value } of querySegments(rawQuery)) {
    if (key !== PARAMETER) continue;
    if (value === null) throw refused('is not percent-encoded correctly', known);
    const names = value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0) throw refused('is empty', known);
    for (const name of names) {
      const found = known.find((candidate) => candidate === name);
      if (found === undefined) throw refused(`does not know ${quote(name)}`, known);
      wanted.add(found);
    }
  }
  return wanted;
}

const refused = (why: string, known: readonly string[]): ServiceError =>
  new ServiceError(
    'bad-parameter',
    `${PARAMETER} ${why}; name one or more of ${known.join(', ')}, joined by commas.`,
    { parameter: PARAMETER, known },
  );
