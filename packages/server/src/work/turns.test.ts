import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elsewhere, NEVER, Turns } from './turns.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work in pieces that each take some time, noted in the order in which they begin. */
function worker(turns: Turns) {
  const begun: string[] = [];
  let running = 0;
  let most = 0;
  const pieceOf = (name: string, ms: number) => async (): Promise<void> => {
    begun.push(name);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, ms));
    running--;
  };
  return {
    begun,
    mostAtOnce: () => most,
    run: (caller: string, ms = 10, signal = NEVER) => turns.run(caller, signal, pieceOf(caller, ms)),
  };
}

describe('pieces of work', () => {
  it('run one at a time, and callers take turns however much one of them asks for', async () => {
    const { run, begun, mostAtOnce } = worker(new Turns({ atOnce: 1 }));
    const all = [
      ...Array.from({ length: 5 }, () => run('greedy')),
      run('modest'),
      run('other'),
      run('modest'),
    ];
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(begun).toEqual(['greedy', 'greedy', 'modest', 'other', 'greedy', 'modest', 'greedy', 'greedy']);
    expect(mostAtOnce()).toBe(1);
  });

  it('of several callers run side by side where the database can, but never two of one', async () => {
    const { run, begun, mostAtOnce } = worker(new Turns({ atOnce: 3 }));
    const all = [...Array.from({ length: 4 }, () => run('greedy')), run('modest'), run('other')];
    await vi.advanceTimersByTimeAsync(5);
    expect(begun).toEqual(['greedy', 'modest', 'other']);
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(mostAtOnce()).toBe(3);
  });

  it('of one caller run side by side, if they may, until others come', async () => {
    const { run, begun, mostAtOnce } = worker(new Turns({ atOnce: 2, atOncePerCaller: 2 }));
    const all = [...Array.from({ length: 4 }, () => run('greedy')), run('modest')];
    await vi.advanceTimersByTimeAsync(5);
    expect(begun).toEqual(['greedy', 'greedy']);
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'modest', 'greedy']);
    expect(mostAtOnce()).toBe(2);
  });

  it('end while the work goes on elsewhere, and begin again behind those of others', async () => {
    const turns = new Turns({ atOnce: 1 });
    const order: string[] = [];
    const away = turns.run('a', NEVER, async () => {
      order.push('a');
      await elsewhere(NEVER, () => new Promise((resolve) => setTimeout(resolve, 50)));
      order.push('a again');
    });
    const other = turns.run('b', NEVER, () => {
      order.push('b');
    });
    await vi.runAllTimersAsync();
    await Promise.all([away, other]);
    expect(order).toEqual(['a', 'b', 'a again']);
  });

  it('use a quarter of the time while calls are analysed, and all of it otherwise', async () => {
    const msFor = async (isBusy: boolean): Promise<number> => {
      const { run } = worker(new Turns({ atOnce: 1, isBusy: () => isBusy }));
      const began = performance.now();
      let ms = 0;
      const all = Promise.all(Array.from({ length: 10 }, () => run('greedy', 10))).then(() => {
        ms = performance.now() - began;
      });
      await vi.runAllTimersAsync();
      await all;
      return ms;
    };
    expect(await msFor(false)).toBeLessThan(120);
    // Ten pieces, and a rest after each of them but the last.
    expect(await msFor(true)).toBeGreaterThanOrEqual(10 * 10 + 9 * 30);
  });

  it('rest no longer than a fifth of a second', async () => {
    const { run, begun } = worker(new Turns({ atOnce: 1, isBusy: () => true }));
    const all = Promise.all([run('slow', 5000), run('next', 1)]);
    await vi.advanceTimersByTimeAsync(5000 + 250);
    expect(begun).toEqual(['slow', 'next']);
    await vi.runAllTimersAsync();
    await all;
  });

  it('that wait leave with the reason of their signal, and lose nobody’s turn', async () => {
    const { run, begun } = worker(new Turns({ atOnce: 1 }));
    const leaving = new AbortController();
    const first = run('a');
    const second = run('b', 10, leaving.signal);
    const third = run('c');
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await vi.runAllTimersAsync();
    await Promise.all([first, third]);
    expect(begun).toEqual(['a', 'c']);
    await expect(run('b', 10, leaving.signal)).rejects.toThrow('gone');
  });

  it('of one caller may wait in a limited number; others are not affected', async () => {
    const { run } = worker(new Turns({ atOnce: 1 }));
    const greedy = Array.from({ length: 101 }, () => run('greedy', 1));
    await expect(run('greedy')).rejects.toMatchObject({
      code: 'overloaded',
      details: { retryAfterSeconds: 1 },
    });
    const modest = run('modest');
    await vi.runAllTimersAsync();
    await Promise.all([...greedy, modest]);
  });

  it('that fail end their turn', async () => {
    const turns = new Turns({ atOnce: 1 });
    const failing = turns.run('a', NEVER, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const next = turns.run('a', NEVER, () => 7);
    await vi.runAllTimersAsync();
    expect(await next).toBe(7);
  });
});

describe('a piece within a piece', () => {
  it('is a turn of its own, between which others have theirs', async () => {
    const turns = new Turns({ atOnce: 1 });
    const begun: string[] = [];
    const long = turns.run('long', NEVER, async () => {
      for (const n of [1, 2, 3]) await turns.run('long', NEVER, () => begun.push(`long ${n}`));
    });
    const short = turns.run('short', NEVER, () => begun.push('short'));
    await vi.runAllTimersAsync();
    await Promise.all([long, short]);
    expect(begun).toEqual(['short', 'long 1', 'long 2', 'long 3']);
  });

  it('that is called off ends the whole, and frees the turn', async () => {
    const turns = new Turns({ atOnce: 1 });
    const leaving = new AbortController();
    const long = turns.run('long', NEVER, async () => {
      leaving.abort(new Error('gone'));
      await turns.run('long', leaving.signal, () => undefined);
    });
    await Promise.all([expect(long).rejects.toThrow('gone'), vi.runAllTimersAsync()]);
    const next = turns.run('other', NEVER, () => 'runs');
    await vi.runAllTimersAsync();
    expect(await next).toBe('runs');
  });

  it('that begins after the outer one has ended waits like any other', async () => {
    const turns = new Turns({ atOnce: 1 });
    let late: Promise<string> | undefined;
    await turns.run('a', NEVER, () => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        turns.run('a', NEVER, () => 'late'),
      );
    });
    await vi.runAllTimersAsync();
    expect(await late).toBe('late');
    const next = turns.run('b', NEVER, () => 'free');
    await vi.runAllTimersAsync();
    expect(await next).toBe('free');
  });
});
