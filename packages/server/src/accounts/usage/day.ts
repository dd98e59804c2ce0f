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
