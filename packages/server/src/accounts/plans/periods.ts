/** One month of a subscription: from `start` up to, not including, `end`, in milliseconds UTC. */
export interface Period {
  readonly start: number;
  readonly end: number;
  /** How many whole periods lie between the subscription's start and this one. */
  readonly index: number;
}

/**
 * The period of a subscription that contains a given time. Periods are months counted from the time of subscribing. If
 * a month is too short for that day, its last day is used, and the original day again in the next month that has it. A
 * time before the start belongs to the first period: the caller's clock may be slightly behind.
 */
export function periodAt(startedAt: number, now: number): Period {
  const index = Math.max(0, wholeMonths(startedAt, now));
  return { start: monthsAfter(startedAt, index), end: monthsAfter(startedAt, index + 1), index };
}

function wholeMonths(startedAt: number, now: number): number {
  const from = new Date(startedAt);
  const to = new Date(now);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + (to.getUTCMonth() - from.getUTCMonth());
  return monthsAfter(startedAt, months) > now ? months - 1 : months;
}

/** Always counted from the start, never from month to month, so that a short February has no lasting effect. */
function monthsAfter(startedAt: number, months: number): number {
  const first = new Date(startedAt);
  const year = first.getUTCFullYear();
  const month = first.getUTCMonth() + months;
  // Day 0 of a month is the last day of the one before it.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = startedAt - Math.floor(startedAt / DAY_MS) * DAY_MS;
  return Date.UTC(year, month, Math.min(first.getUTCDate(), lastDay)) + timeOfDay;
}

export const DAY_MS = 86_400_000;

/** For how many days usage is shown, where nobody says. */
export const DEFAULT_DAYS = 30;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The UTC day of a moment, as YYYY-MM-DD. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Whether the text is a valid UTC day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const start = DAY.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(start) && dayOf(start) === text;
}

/** The first millisecond after a day. */
export const endOfDay = (day: string): number => Date.parse(day) + DAY_MS;
