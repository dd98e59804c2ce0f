import { setTimeout as sleep } from 'node:timers/promises';
import { mayNeedMuchMemory } from '../image/cost-estimate.js';

const FREE = 0;
const TAKEN = 1;
const POLL_MS = 5;

/** Shared by the two images of a call: their workers decode large files one after the other, which halves the peak memory. */
export const newDecodeMutex = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

interface ExclusiveDecode<Result> {
  readonly file: Uint8Array;
  /** Longer than any decode may take: after that the other thread must have died, and this one goes ahead. */
  readonly maxWaitMs: number;
  /** Throws if the caller has cancelled. */
  readonly checkCancelled: () => void;
  readonly decode: () => Promise<Result>;
}

/**
 * Decodes the file while the other image of the call is not being decoded. Files that need little memory, which is nearly
 * all of them, do not wait.
 */
export async function withDecodeMutex<Result>(
  mutex: SharedArrayBuffer | undefined,
  { file, maxWaitMs, checkCancelled, decode }: ExclusiveDecode<Result>,
): Promise<Result> {
  if (mutex === undefined || !mayNeedMuchMemory(file)) return decode();
  const state = new Int32Array(mutex);
  const deadline = performance.now() + maxWaitMs;
  while (Atomics.compareExchange(state, 0, FREE, TAKEN) !== FREE && performance.now() < deadline) {
    await sleep(POLL_MS);
    checkCancelled();
  }
  try {
    return await decode();
  } finally {
    Atomics.store(state, 0, FREE);
  }
}
