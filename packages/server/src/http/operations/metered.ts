import { ClientGone, ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { SUCCESS_CODE } from '../envelope.js';
import { toServiceError } from '../render-error.js';

/** The outcomes of calls whose client left: before the analysis began, and while it ran. */
const GONE = 'gone';
const ABANDONED = 'abandoned';

/** Settles the one call that it was made for. */
export type Settle = (outcome: string, counts: boolean) => Promise<void>;

/** The work of a call. It tells when the analysis begins: from then on it costs, whether the caller waits or not. */
export type MeteredWork<T> = (analysisBegins: () => void) => Promise<T>;

/** Does what comes before the analysis of a call, whose reservation is released where that fails. */
export async function unlessRefused<T>(settle: Settle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseRefused(settle, error);
    throw error;
  }
}

/** Does the work of a call and settles its reservation before the answer goes out, however the work ended. */
export async function metered<T>(settle: Settle, work: MeteredWork<T>): Promise<T> {
  let answer: T;
  let hasBegun = false;
  try {
    answer = await work(() => {
      hasBegun = true;
    });
  } catch (failure) {
    const error = countedDeadline(failure, hasBegun);
    const { outcome, counts } = judge(error, hasBegun);
    const settled = settle(outcome, counts);
    // What does not count is refused for its own reason, even while the database is away.
    await (counts ? settled : settled.catch(() => undefined));
    throw error;
  }
  await settle(SUCCESS_CODE, true);
  return answer;
}

/** Releases a call that the framework refused before its work began, as it does with some headers. */
export async function releaseRefused(settle: Settle, error: unknown): Promise<void> {
  // A call whose work has ended is settled already, and stays as it is.
  await settle(judge(error, false).outcome, false).catch(() => undefined);
}

/** Whether a call that is answered with this error is one of the quota. */
export const countsWith = (error: unknown): boolean => judge(error, false).counts;

function judge(error: unknown, hasBegun: boolean): { readonly outcome: string; readonly counts: boolean } {
  // Whoever hangs up must not get the work for nothing.
  if (error instanceof ClientGone) return { outcome: hasBegun ? ABANDONED : GONE, counts: hasBegun };
  const { code, counts } = toServiceError(error);
  return { outcome: ERROR_CATALOGUE[code].number, counts };
}

/** A call whose time ran out while it was worked on has used that time: it counts, unlike one that only waited. */
const countedDeadline = (error: unknown, hasBegun: boolean): unknown =>
  hasBegun && error instanceof ServiceError && error.code === 'deadline'
    ? new ServiceError(error.code, error.message, error.details, { cause: error, workBegan: true })
    : error;
