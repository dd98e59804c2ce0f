import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortable, resolvesWithin, withDeadline } from './deadline.js';

const late = (): Error => new Error('Too late.');
const never = (): Promise<never> => new Promise(() => undefined);

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

  it('ends late work even if it ignores its signal, which has fired', async () => {
    let given: AbortSignal | undefined;
    const outcome = withDeadline(new AbortController().signal, 1000, late, (signal) => {
      given = signal;
      return never();
    });
    const failed = expect(outcome).rejects.toThrow('Too late.');
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    expect(given?.aborted).toBe(true);
  });

  it('rejects with the reason of the caller’s signal, not with the error of the stopped work', async () => {
    const controller = new AbortController();
    const reason = new Error('The caller hung up.');
    const outcome = withDeadline(controller.signal, 1000, late, () => {
      controller.abort(reason);
      return Promise.reject(new Error('Stopped.'));
    });
    await expect(outcome).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no work when the signal has already fired', async () => {
    const reason = new Error('Gone.');
    const work = vi.fn(never);
    await expect(withDeadline(AbortSignal.abort(reason), 1000, late, work)).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('abortable', () => {
  it('is the outcome of the promise, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error('No.')), signal)).rejects.toThrow('No.');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('rejects with the reason of the signal, whether that fires later or has fired', async () => {
    const controller = new AbortController();
    const reason = new Error('Gone.');
    const outcome = abortable(never(), controller.signal);
    controller.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    await expect(abortable(never(), controller.signal)).rejects.toBe(reason);
  });
});

describe('resolvesWithin', () => {
  it('is true for a promise in time, false for a late one, and rejects with a rejected one', async () => {
    expect(await resolvesWithin(Promise.resolve(), 1000)).toBe(true);
    await expect(resolvesWithin(Promise.reject(new Error('No.')), 1000)).rejects.toThrow('No.');
    expect(vi.getTimerCount()).toBe(0);
    const late = resolvesWithin(never(), 1000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toBe(false);
  });
});
