import { ServiceError } from '../errors.js';
import { querySegments } from './query-segments.js';
import { quote } from './quote.js';

/**
 * The value of a parameter in a raw query string that takes one of a few; the first of them where it is absent.
 * Repeating it with the same value is harmless; contradicting values are an error, for guessing would be wrong half the time.
 */
export function parseChoice<Value extends string>(
  rawQuery: string,
  name: string,
  choices: readonly [Value, ...Value[]],
): Value {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => {
      const found = choices.find((choice) => choice === value);
      if (found === undefined) throw refused(name, value, choices);
      return found;
    });
  const [first = choices[0], ...others] = values;
  const other = others.find((value) => value !== first);
  if (other !== undefined) {
    const [low = first, high = other] = [first, other].sort();
    throw new ServiceError('bad-parameter', `${name} is given both as ${low} and as ${high}; give it once.`, {
      parameter: name,
    });
  }
  return first;
}

function refused(name: string, value: string | null, choices: readonly string[]): ServiceError {
  const given = value === null ? 'a value with broken percent-encoding' : quote(value);
  const sorted = choices.toSorted();
  const last = sorted.pop() ?? '';
  return new ServiceError('bad-parameter', `${name} must be ${sorted.join(', ')} or ${last}, not ${given}.`, {
    parameter: name,
  });
}
