/** The shape of a user id that an operator may list; long enough not to be guessed by accident. */
export const USER_ID = /^[\w.-]{8,128}$/;

export interface ListedUser {
  readonly userId: string;
  /** Default: its position in the list, which reveals nothing of the user id. */
  readonly account?: string | undefined;
  /** None: the account has no subscription. */
  readonly plan?: string | undefined;
  /** The moment at which the subscription ends. */
  readonly ends?: Date | undefined;
}

/** The plan of who is listed without saying anything about one. */
export const DEFAULT_PLAN = 'default';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The end of the given UTC day, which is the last day of the subscription. */
export function endOfDay(day: string): Date | undefined {
  const start = DAY.test(day) ? Date.parse(day) : NaN;
  // A day that its month does not have would pass as one of the next month.
  const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  return exists ? new Date(start + DAY_MS) : undefined;
}

/** Users written as `id`, `id:plan` or `id:plan:end`; undefined when one of them is malformed. */
export function parseListedUsers(texts: readonly string[]): ListedUser[] | undefined {
  const users: ListedUser[] = [];
  for (const text of texts) {
    const [userId = '', plan = DEFAULT_PLAN, end, ...rest] = text.split(':');
    const ends = end === undefined ? undefined : endOfDay(end);
    if (!USER_ID.test(userId) || rest.length > 0 || (end !== undefined && ends === undefined))
      return undefined;
    users.push({ userId, plan: plan === '' ? undefined : plan, ends });
  }
  return users;
}
