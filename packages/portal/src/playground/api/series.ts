import type { CallResult } from '../../analysis/send.js';
import { sleep } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';

/** Concurrent calls of a series. */
export const CALLS_AT_ONCE = 2;

/** Runs `work` over the items, at most `most` at a time; the results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

const MAX_WAITS = 8;
const MAX_WAIT_SECONDS = 15;

/**
 * Repeats a call of a series where that is safe, after the wait that the service requires. Every other failure, and one
 * that requires too long a wait, is returned at once.
 */
export async function repeatIfSafe<Data>(
  makeCall: () => Promise<CallResult<Data>>,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
  sleepFor: typeof sleep = sleep,
): Promise<CallResult<Data>> {
  for (let waits = 0; ; waits += 1) {
    const result = await makeCall();
    const seconds = shortWait(result);
    if (seconds === null || waits >= MAX_WAITS) return result;
    onWait(seconds);
    await sleepFor(seconds * 1000, signal);
  }
}

function shortWait<Data>(result: CallResult<Data>): number | null {
  if (result.ok) return null;
  const { safeToRepeat = false, retryAfterSeconds = 1 } = result.failure;
  if (!safeToRepeat) return null;
  const seconds = Math.max(1, retryAfterSeconds);
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/** Whether a failure concerns only the photo of the call: any other would repeat for all photos of a series. */
export const concernsPhoto = ({ kind, code = '' }: Failure): boolean =>
  kind === 'lost-file' || /^[23]/.test(code);
