import { ERROR_CATALOGUE } from '../../errors.js';
import { ClientGone } from '../client-gone.js';
import { SUCCESS_CODE } from '../envelope.js';
import { toServiceError } from '../render-error.js';

/** The outcome of a call whose client left before the analysis had ended. */
const GONE = 'gone';

/** Settles the one call that it was made for. */
export type Settle = (outcome: string, counts: boolean) => Promise<void>;

/** Does the work of a call and settles its ticket before the answer goes out, however the work ended. */
export async function metered<T>(settle: Settle, work: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    const { outcome, counts } = judge(error);
    const settled = settle(outcome, counts);
    // What does not count is refused for its own reason, even while the database is away.
    await (counts ? settled : settled.catch(() => undefined));
    throw error;
  }
  await settle(SUCCESS_CODE, true);
  return answer;
}

/** Gives back a call that the framework refused before its work began, as it does with some headers. */
export async function giveBackRefused(settle: Settle, error: unknown): Promise<void> {
  // A call whose work has ended is settled already, and stays as it is.
  await settle(judge(error).outcome, false).catch(() => undefined);
}

/** Whether a call that is answered with this error is one of the quota. */
export const countsWith = (error: unknown): boolean => judge(error).counts;

function judge(error: unknown): { readonly outcome: string; readonly counts: boolean } {
  if (error instanceof ClientGone) return { outcome: GONE, counts: false };
  const { code, counts } = toServiceError(error);
  return { outcome: ERROR_CATALOGUE[code].number, counts };
}
