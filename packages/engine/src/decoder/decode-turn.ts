import { setTimeout as sleep } from 'node:timers/promises';
import { mayHoldMuch } from '../image/opening.js';

const FREE = 0;
const TAKEN = 1;
const LOOK_AGAIN_MS = 5;

/** Shared by the two images of a call: their workers decode large files one after the other, which halves the memory. */
export const newDecodeTurn = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/**
 * Runs a decode of the file when the other image of the call is not being decoded. Files that need little memory, nearly
 * all, do not wait. Whoever waits longer than any decode may take goes ahead: the other thread has died.
 */
export async function inTurn<Result>(
  turn: SharedArrayBuffer | undefined,
  file: Uint8Array,
  longestMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (turn === undefined || !mayHoldMuch(file)) return work();
  const state = new Int32Array(turn);
  const patience = performance.now() + longestMs;
  while (Atomics.compareExchange(state, 0, FREE, TAKEN) !== FREE && performance.now() < patience)
    await sleep(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    Atomics.store(state, 0, FREE);
  }
}
