import type { Subscription } from '../api/account.types.js';

const LOCALE = 'en-GB';

/** 12,500 */
export const count = (value: number): string => value.toLocaleString(LOCALE);

/** "1 call", "12,500 calls" */
export const counted = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`;

export const calls = (value: number): string => counted(value, 'call');
export const facesText = (value: number): string => counted(value, 'face');
export const peopleText = (value: number): string => counted(value, 'person', 'people');
export const photosText = (value: number): string => counted(value, 'photo');

/** 93% */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** 14 December 2026, in the reader's time zone. */
export const date = (iso: string): string =>
  new Date(iso).toLocaleDateString(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** 14 Dec, 17:05 */
export const moment = (iso: string): string => new Date(iso).toLocaleString(LOCALE, { ...DAY, ...TIME });

/** 14 Dec, 17:05:09 */
export const preciseMoment = (iso: string): string =>
  new Date(iso).toLocaleString(LOCALE, { ...DAY, ...TIME, second: '2-digit' });

/** 14 December 2026, 17:05 */
export const dateAndTime = (iso: string): string =>
  `${date(iso)}, ${new Date(iso).toLocaleTimeString(LOCALE, TIME)}`;

/** 14 Dec; usage days are days in UTC. */
export const shortDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALE, { ...DAY, timeZone: 'UTC' });

/** "2 calls a second, 5 at once" */
export function rate(perSecond: number | null, burst: number | null): string {
  if (perSecond === null) return 'No rate limit';
  const atOnce = burst === null ? '' : `, ${count(burst)} at once`;
  return `${calls(perSecond)} a second${atOnce}`;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  get_image_attr: 'Faces',
  match_faces: 'Match',
  get_face_vec: 'Vector',
  compare_faces: 'Compare',
  'portal/picture': 'Picture in the playground',
  'collections/:collection/people/:person/faces': 'Enrol in a collection',
  'collections/:collection/search': 'Search a collection',
  'collections/:collection/people/:person/verify': 'Verify a person',
};

/** The display name of an operation; an unknown one keeps its own. */
export function operationName(operation: string): string {
  const key = operation.replace(/^\//, '');
  return OPERATIONS[key] ?? key;
}

type Period = Pick<Subscription, 'period_end' | 'ends_at'>;

/** What happens at the end of the current period. */
export function afterThisPeriod({ period_end, ends_at }: Period): string {
  if (ends_at === null) return `A new period starts on ${date(period_end)}.`;
  if (Date.parse(ends_at) <= Date.parse(period_end))
    return `Your plan ends on ${date(ends_at)} and does not renew.`;
  return `A new period starts on ${date(period_end)}. Your plan ends on ${date(ends_at)}.`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time span in its largest fitting unit, rounded up. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [name, size] = UNITS.find(([, unit]) => whole >= unit) ?? (['second', 1] as const);
  return counted(Math.ceil(whole / size), name);
}

/** A time span that is counted down: in seconds as soon as they matter. */
export const countdownText = (seconds: number): string =>
  seconds > 90 ? durationText(seconds) : `${seconds} s`;

const BYTE_UNITS = [
  ['MB', 1024 * 1024],
  ['KB', 1024],
] as const;

/** "1.5 KB", "48 MB" */
export function byteSizeText(bytes: number): string {
  const [name, size] = BYTE_UNITS.find(([, unit]) => bytes >= unit) ?? (['bytes', 1] as const);
  const amount = bytes / size;
  return `${amount < 10 && size > 1 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${name}`;
}
