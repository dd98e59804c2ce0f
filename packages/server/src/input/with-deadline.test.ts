import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDeadline } from './with-deadline.js';

const late = (): Error => new Error('Too late.');
const deaf = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('withDeadline', () => {
  it.each([
    ['succeeds', () => Promise.resolve(1)],
    ['fails', () => Promise.reject(new Error('No.'))],
  ])('leaves no timer and no listener behind when the work %s', async (_, work) => {
    const { signal } = new AbortController();
    await withDeadline<unknown>(signal, 1000, late, work).catch(() => undefined);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends late work even if it does not listen, and tells it', async () => {
    let given: AbortSignal | undefined;
    const outcome = withDeadline(new AbortController().signal, 1000, late, (signal) => {
      given = signal;
      return deaf();
    });
    const failed = expect(outcome).rejects.toThrow('Too late.');
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    expect(given?.aborted).toBe(true);
  });

  it('prefers the reason of the caller’s signal to what the stopped work says', async () => {
    const controller = new AbortController();
    const reason = new Error('The caller hung up.');
    const outcome = withDeadline(controller.signal, 1000, late, () => {
      controller.abort(reason);
      return Promise.reject(new Error('Stopped.'));
    });
    await expect(outcome).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('begins nothing when the signal has fired before', async () => {
    const reason = new Error('Gone.');
    const work = vi.fn(deaf);
    await expect(withDeadline(AbortSignal.abort(reason), 1000, late, work)).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
  });
});
