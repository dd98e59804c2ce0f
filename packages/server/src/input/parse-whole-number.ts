import { ServiceError } from '../errors.js';
import { querySegments } from './query-segments.js';
import { quote } from './quote.js';

export interface WholeNumberRange {
  readonly from: number;
  readonly to: number;
}

/** Longer than any number in a range, leading zeros included. */
const LONGEST_NUMBER = 16;

/** The whole number that a raw query string gives for the name; undefined where it gives none. */
export function parseWholeNumber(
  rawQuery: string,
  name: string,
  { from, to }: WholeNumberRange,
): number | undefined {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => numberOf(value));
  const refused = (given: string): ServiceError =>
    new ServiceError('bad-parameter', `${name} must be a whole number from ${from} to ${to}, not ${given}.`, {
      parameter: name,
      from,
      to,
    });
  for (const value of values) {
    if (typeof value === 'string') throw refused(value);
    if (value < from || value > to) throw refused(String(value));
  }
  const [first, ...others] = values;
  if (others.some((other) => other !== first))
    throw new ServiceError('bad-parameter', `${name} is given with different values; give it once.`, {
      parameter: name,
    });
  return typeof first === 'number' ? first : undefined;
}

/** The number, or a quotation of what is none. */
function numberOf(value: string | null): number | string {
  if (value === null) return 'a value with broken percent-encoding';
  return value.length <= LONGEST_NUMBER && /^\d+$/.test(value) ? Number(value) : quote(value);
}
