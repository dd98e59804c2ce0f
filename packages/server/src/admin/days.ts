import { InvalidArgumentError } from 'commander';
import { isDay } from '../accounts/administration/plan-days.js';

/** A day in UTC, written YYYY-MM-DD, as an argument. */
export function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  return text;
}
