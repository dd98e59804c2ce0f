import { describe, expect, it } from 'vitest';
import { readExchange, type CallResult } from '../../analysis/send.js';
import { inParallel, repeatIfSafe } from './series.js';

describe('inParallel', () => {
  it('keeps to its bound and the order of the items', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([3, 1, 2, 0], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 0]);
    expect(most).toBe(2);
  });

  it('gives up when one fails', async () => {
    const work = inParallel([1, 2, 3], 2, (item) =>
      item === 2 ? Promise.reject(new Error('no')) : Promise.resolve(item),
    );
    await expect(work).rejects.toThrow('no');
  });
});

describe('repeatIfSafe', () => {
  const { signal } = new AbortController();
  const rejected = (code: string, safeToRepeat: boolean, retryAfterSeconds?: number): CallResult<number> => ({
    ok: false,
    exchange: null,
    failure: {
      kind: 'rejected',
      message: '',
      code,
      safeToRepeat,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
  /** As the service returns it, so that the client decides whether the call may be repeated. */
  const received = (status: number, code: string, retryAfterSeconds: number): CallResult<number> =>
    readExchange(
      {
        request: { path: '/get_image_attr', query: [], images: [] },
        status,
        millis: 1,
        headers: [{ name: 'retry-after', value: String(retryAfterSeconds) }],
        text: JSON.stringify({ status: 'error', code, success: false, message: 'No.', data: {} }),
      },
      () => 7,
    );
  const done = { ok: true, data: 7 } as CallResult<number>;

  async function run(
    responses: CallResult<number>[],
  ): Promise<{ result: CallResult<number>; waits: number[] }> {
    const waits: number[] = [];
    const next = (): Promise<CallResult<number>> => Promise.resolve(responses.shift() ?? done);
    const result = await repeatIfSafe(
      next,
      signal,
      (seconds) => waits.push(seconds),
      () => Promise.resolve(),
    );
    return { result, waits };
  }

  it('waits as long as the service says, then goes on', async () => {
    expect(await run([rejected('4291', true, 2), rejected('5003', true), done])).toEqual({
      result: done,
      waits: [2, 1],
    });
    expect(await run([received(429, '4291', 2), done])).toEqual({ result: done, waits: [2] });
    // Too many trial calls at the same time, which passes in a moment.
    expect(await run([received(429, '4294', 2), done])).toEqual({ result: done, waits: [2] });
  });

  it.each([
    ['the quota is used up', rejected('4292', false, 1)],
    ['the trial is used up', received(429, '4294', 3000)],
    ['the wait is long', rejected('4291', true, 3600)],
    ['the photo is bad', rejected('2003', false)],
  ])('gives the response at once when %s', async (_, response) => {
    expect(await run([response])).toEqual({ result: response, waits: [] });
  });

  it('does not wait for ever', async () => {
    const { result, waits } = await run(Array.from({ length: 50 }, () => rejected('4291', true, 1)));
    expect(result.ok).toBe(false);
    expect(waits).toHaveLength(8);
  });
});
