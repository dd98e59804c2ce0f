import type { CollectionMatch, Person } from '@facet/client';
import { dateAndTime } from '../app/format.js';
import { distanceText, oneInText } from '../playground/match/judge.js';

export const nameOf = ({ id, displayName }: Pick<Person, 'id' | 'displayName'>): string => displayName ?? id;
export const matchName = ({ person, displayName }: CollectionMatch): string => displayName ?? person;

/** Rates below are extrapolated from the measured pairs: their digits mean nothing. */
const LEAST_RATE = 1e-6;

/** What the distance and the false match rate of a match mean. */
export const matchText = ({ distance, falseMatchRate: rate }: CollectionMatch): string =>
  `Distance ${distanceText(distance)}. Of people who are not in this collection, ${rate < LEAST_RATE ? 'fewer than ' : ''}${oneInText(Math.max(rate, LEAST_RATE))} would be as near to somebody in it.`;

/** "31 January 2030, 00:00" */
export const untilText = (expiresAt: Date): string => dateAndTime(expiresAt.toISOString());

/** The last day on which a person is kept, as a date field writes it, in the user's time zone. */
export function lastDayOf(expiresAt: Date | null): string {
  if (expiresAt === null) return '';
  const last = new Date(expiresAt.getTime() - 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}

/** The end of that day; null for an empty field. */
export function endOfDay(day: string): Date | null {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return day === '' ? null : new Date(year, month - 1, date + 1);
}

export function lastDayProblem(day: string, now = Date.now()): string | undefined {
  const end = endOfDay(day);
  if (end === null) return undefined;
  if (Number.isNaN(end.getTime())) return 'Enter a day, such as 2030-01-31.';
  return end.getTime() > now ? undefined : 'Enter today or a later date.';
}
