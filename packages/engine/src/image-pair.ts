import { newDecodeLock } from './decoder/decode-lock.js';
import type { CallWork } from './engine.types.js';
import { EngineError } from './errors.js';
import { PAIR_BUDGET } from './pipeline/work-budget.js';

/**
 * Runs two calls side by side, one for each image. If one fails, the other is cancelled; once both have stopped, the first
 * failure is thrown, and its details say in `image` which image it is about (1 or 2).
 */
export async function bothImages<First, Second>(
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
  cancel?: AbortSignal,
): Promise<[First, Second]> {
  const stop = new AbortController();
  const signal = cancel === undefined ? stop.signal : AbortSignal.any([cancel, stop.signal]);
  const failures: Error[] = [];
  const side = async <Result>(
    image: 1 | 2,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> => {
    try {
      return { result: await work(signal) };
    } catch (error) {
      stop.abort();
      failures.push(ofImage(image, error));
      return null;
    }
  };
  const [a, b] = await Promise.all([side(1, first), side(2, second)]);
  if (a === null || b === null) throw failures[0] ?? new EngineError('aborted');
  return [a.result, b.result];
}

/** The same error, with the number of the image in its details. */
function ofImage(image: 1 | 2, error: unknown): Error {
  if (!(error instanceof EngineError)) return error instanceof Error ? error : new Error(String(error));
  return new EngineError(error.code, { ...error.details, image }, { message: error.message, cause: error });
}

/** For both images of one call: half of what two images may cost for each, and large files decoded one after the other. */
export const pairWork = (): CallWork => ({ budget: PAIR_BUDGET, decodeLock: newDecodeLock() });
