import { ERROR_CATALOGUE, ERROR_CODES } from '../errors.js';

/** What to do about each error, by its code, for clients in other languages. */
export function errorAdvice(): string {
  const advice = ERROR_CODES.map((code) => [ERROR_CATALOGUE[code].number, ERROR_CATALOGUE[code].action]);
  return `${JSON.stringify(Object.fromEntries(advice), null, 2)}\n`;
}
