import { InvalidArgumentError } from 'commander';
import { dayOf } from '../accounts/usage/day.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_MS = 86_400_000;

/** A day in UTC, written YYYY-MM-DD, as an argument. */
export function readDay(text: string): string {
  const start = DAY.test(text) ? Date.parse(text) : NaN;
  // A day that its month does not have would pass as one of the next month.
  if (Number.isNaN(start) || dayOf(start) !== text)
    throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  return text;
}

/** The first moment after a day. */
export const endOfDay = (day: string): number => Date.parse(day) + DAY_MS;
