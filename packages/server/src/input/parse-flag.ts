import { ServiceError } from '../errors.js';
import { querySegments } from './query-segments.js';
import { quote } from './quote.js';

const DEFAULTS = { face_det: 1, quality: 0, details: 0, all: 0 } as const;

export type FlagParameter = keyof typeof DEFAULTS;
export type Flag = 0 | 1;

/**
 * The value of a flag in a raw query string, or its default where it is absent.
 * Repeating it with the same value is harmless; contradicting values are an error, for guessing would be wrong half the time.
 */
export function parseFlag(rawQuery: string, name: FlagParameter): Flag {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => value);
  const odd = values.find((value) => value !== '0' && value !== '1');
  if (odd !== undefined) {
    const given = odd === null ? 'a value with broken percent-encoding' : quote(odd);
    throw new ServiceError('bad-parameter', `${name} must be 0 or 1, not ${given}.`, { parameter: name });
  }
  if (new Set(values).size > 1) {
    throw new ServiceError('bad-parameter', `${name} is given both as 0 and as 1; give it once.`, {
      parameter: name,
    });
  }
  const [value] = values;
  return value === undefined ? DEFAULTS[name] : value === '1' ? 1 : 0;
}
