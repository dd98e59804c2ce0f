import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '@facet/analysis/errors.js';
import { makeWorkerFile, shared, type MadeSetup, type MadeTask } from './pool-worker.test.fixture.js';
import { WorkerPool, type PoolOptions } from './worker-pool.js';

type Pool = WorkerPool<MadeTask, number>;

let worker: ReturnType<typeof makeWorkerFile>;
const pools: Pool[] = [];

beforeAll(() => {
  worker = makeWorkerFile();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => {
  worker.remove();
});

function makePool(
  options: Partial<PoolOptions> = {},
  startsHow: MadeSetup['startsHow'] = 'well',
): { pool: Pool; trouble: Int32Array<SharedArrayBuffer> } & Pick<MadeSetup, 'starts' | 'releases'> {
  const workerData = { starts: shared(), releases: shared(), startsHow, trouble: shared() };
  const pool: Pool = new WorkerPool({
    workerFile: worker.file,
    workers: 1,
    maxWaiting: 10,
    ...options,
    workerData,
  });
  pools.push(pool);
  return { pool, ...workerData };
}

/** Starting a thread takes long on a busy machine. */
const START_TIMEOUT = { timeout: 30_000, interval: 10 };

const open = (gate: Int32Array<SharedArrayBuffer>): number => Atomics.store(gate, 0, 1);
const echo = (value: number): MadeTask => ({ kind: 'echo', value });
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'fulfilled',
    (error: unknown) => (error instanceof EngineError ? error.code : `untyped: ${String(error)}`),
  );

/** Occupies one worker until the gate opens. */
async function occupy(pool: Pool): Promise<{ gate: Int32Array<SharedArrayBuffer>; done: Promise<number> }> {
  const gate = shared();
  const before = pool.load().running;
  const done = pool.run({ kind: 'wait', gate });
  await vi.waitFor(() => {
    expect(pool.load().running).toBe(before + 1);
  }, START_TIMEOUT);
  return { gate, done };
}

describe('the results of a pool', () => {
  it('never cross between callers', async () => {
    const { pool } = makePool({ workers: 3, maxWaiting: 300 });
    const values = Array.from({ length: 300 }, (_, i) => i);
    const results = await Promise.all(values.map((value) => pool.run(echo(value))));
    expect(results).toEqual(values);
  });

  it('never cross between callers, also when some cancel, fail or kill their worker', async () => {
    const { pool } = makePool({ workers: 3, maxWaiting: 300 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        if (i % 50 === 25) return code(pool.run({ kind: 'die', how: 'exit' }));
        if (i % 10 === 3) return code(pool.run({ kind: 'fail', how: 'typed' }));
        const stop = new AbortController();
        if (i % 7 === 1)
          setTimeout(() => {
            stop.abort();
          }, i % 20);
        return pool
          .run(echo(i), { signal: stop.signal })
          .catch((error: unknown) => (error as EngineError).code);
      }),
    );
    outcomes.forEach((outcome, i) => {
      if (i % 50 === 25) expect(outcome).toBe('engine-worker-died');
      else if (i % 10 === 3) expect(outcome).toBe('box-invalid');
      else if (i % 7 === 1) expect([i, 'aborted']).toContain(outcome);
      else expect(outcome).toBe(i);
    });
  });

  it('carry errors with code, message and details', async () => {
    const { pool } = makePool();
    await expect(pool.run({ kind: 'fail', how: 'typed' })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'box-invalid',
      details: { box: '1,2' },
    });
    await expect(pool.run({ kind: 'fail', how: 'untyped' })).rejects.toThrow('unforeseen');
    expect(await pool.run(echo(5))).toBe(5);
  });

  it('may be of bytes that were handed over, not copied', async () => {
    const { pool } = makePool();
    const bytes = new Uint8Array(1000);
    expect(await pool.run({ kind: 'length', bytes }, { transfer: [bytes.buffer] })).toBe(1000);
    expect(bytes.length).toBe(0);
  });

  it('do not stop when a task cannot be sent', async () => {
    const { pool } = makePool();
    await pool.ready();
    const gone = new Uint8Array(10);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    const bad = (): Promise<number> => pool.run({ kind: 'length', bytes: gone });
    expect(await code(bad())).toMatch(/^untyped: DataCloneError/);
    // Also when its turn comes only after another's.
    const { gate, done } = await occupy(pool);
    const later = code(bad());
    open(gate);
    expect(await done).toBe(-1);
    expect(await later).toMatch(/^untyped: DataCloneError/);
    expect(await pool.run(echo(7))).toBe(7);
  });
});

describe('the queue of a pool', () => {
  it('is bounded: one more is rejected at once, and there is room again later', async () => {
    const { pool } = makePool({ maxWaiting: 2 });
    const { gate, done } = await occupy(pool);
    const waiting = [pool.run(echo(1)), pool.run(echo(2))];
    expect(pool.load()).toEqual({ workers: 1, running: 1, waiting: 2, overdue: 0, broken: false });
    await expect(pool.run(echo(3))).rejects.toMatchObject({ code: 'engine-busy', details: { waiting: 2 } });
    open(gate);
    expect(await Promise.all([done, ...waiting])).toEqual([-1, 1, 2]);
    expect(await pool.run(echo(4))).toBe(4);
  });

  it('may be of no length: what cannot start at once is rejected', async () => {
    const { pool } = makePool({ maxWaiting: 0 });
    await pool.ready();
    const { gate, done } = await occupy(pool);
    expect(await code(pool.run(echo(1)))).toBe('engine-busy');
    open(gate);
    await done;
    expect(await pool.run(echo(2))).toBe(2);
  });

  it('is served in the order of arrival', async () => {
    const { pool } = makePool();
    const { gate } = await occupy(pool);
    const order: number[] = [];
    const all = [5, 1, 4, 2].map((value) => pool.run(echo(value)).then((result) => order.push(result)));
    open(gate);
    await Promise.all(all);
    expect(order).toEqual([5, 1, 4, 2]);
  });
});

describe('cancelling', () => {
  it('before the call: nothing is sent', async () => {
    const { pool } = makePool();
    await pool.ready();
    expect(await code(pool.run(echo(1), { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(await pool.run({ kind: 'count' })).toBe(1);
  });

  it('while waiting: the place is free at once, and the worker never sees the task', async () => {
    const { pool } = makePool({ maxWaiting: 1 });
    const { gate, done } = await occupy(pool);
    const stop = new AbortController();
    const waiting = code(pool.run(echo(1), { signal: stop.signal }));
    expect(await code(pool.run(echo(2)))).toBe('engine-busy');
    stop.abort();
    expect(await waiting).toBe('aborted');
    expect(pool.load().waiting).toBe(0);
    const next = pool.run({ kind: 'count' });
    open(gate);
    await done;
    expect(await next).toBe(2);
  });

  it('while running: the worker stops at its next step and goes on with the next', async () => {
    const { pool, starts } = makePool();
    await pool.ready();
    const stop = new AbortController();
    const gate = shared();
    const running = code(pool.run({ kind: 'wait', gate, yields: true }, { signal: stop.signal }));
    const next = pool.run(echo(9));
    stop.abort();
    expect(await running).toBe('aborted');
    // The gate never opened: only the cancelling can have ended the first task.
    expect(await next).toBe(9);
    expect(Atomics.load(starts, 0)).toBe(1);
  });

  it('while running a step that cannot stop: the place is taken until the step ends, and overdue meanwhile', async () => {
    const { pool } = makePool();
    await pool.ready();
    const stop = new AbortController();
    const [gate, begun] = [shared(), shared()];
    let hasEnded = false;
    const running = code(pool.run({ kind: 'wait', gate, begun }, { signal: stop.signal })).finally(() => {
      hasEnded = true;
    });
    await vi.waitFor(() => {
      expect(Atomics.load(begun, 0)).toBe(1);
    }, START_TIMEOUT);
    expect(pool.load()).toMatchObject({ running: 1, overdue: 0 });
    stop.abort();
    const next = pool.run(echo(3));
    await vi.waitFor(() => {
      expect(pool.load()).toMatchObject({ running: 1, waiting: 1, overdue: 1 });
    }, START_TIMEOUT);
    expect(hasEnded).toBe(false);
    open(gate);
    expect(await running).toBe('aborted');
    expect(await next).toBe(3);
    expect(pool.load().overdue).toBe(0);
  });

  it('after the end changes nothing, and leaves no listener behind', async () => {
    const { pool } = makePool();
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    expect(await pool.run(echo(1), { signal: stop.signal })).toBe(1);
    expect(removed).toHaveBeenCalled();
    stop.abort();
    expect(await pool.run(echo(2))).toBe(2);
  });
});

describe('a worker that dies', () => {
  it.each(['exit', 'throw'] as const)('by %s fails only its own task, and is replaced', async (how) => {
    const { pool, starts } = makePool({ workers: 2 });
    await pool.ready();
    const { gate, done } = await occupy(pool);
    const dying = pool.run({ kind: 'die', how });
    const waiting = [pool.run(echo(1)), pool.run(echo(2))];
    expect(await code(dying)).toBe('engine-worker-died');
    expect(await Promise.all(waiting)).toEqual([1, 2]);
    open(gate);
    expect(await done).toBe(-1);
    await vi.waitFor(() => {
      expect(Atomics.load(starts, 0)).toBe(3);
    }, START_TIMEOUT);
    expect(pool.load().workers).toBe(2);
    expect(await pool.run(echo(3))).toBe(3);
  });

  it('again and again is replaced again and again', async () => {
    const { pool, starts } = makePool();
    for (let i = 0; i < 5; i++) {
      expect(await code(pool.run({ kind: 'die', how: 'exit' }))).toBe('engine-worker-died');
    }
    expect(await pool.run(echo(1))).toBe(1);
    expect(Atomics.load(starts, 0)).toBe(6);
  });

  it('says why, for the log', async () => {
    const { pool } = makePool();
    await expect(pool.run({ kind: 'die', how: 'throw' })).rejects.toMatchObject({
      cause: { message: 'from nowhere' },
    });
  });
});

describe('a worker that cannot start', () => {
  it('with a reason: ready() gives it, and so does every call', async () => {
    const { pool, starts } = makePool({ workers: 1 }, 'typed-error');
    const early = code(pool.run(echo(1)));
    await expect(pool.ready()).rejects.toMatchObject({
      code: 'model-corrupt',
      details: { file: 'made.onnx' },
    });
    expect(await early).toBe('model-corrupt');
    expect(await code(pool.run(echo(1)))).toBe('model-corrupt');
    await pool.close();
    expect(Atomics.load(starts, 0)).toBe(1);
  });

  it('without a word: a few attempts, then a typed error instead of endless ones', async () => {
    const { pool, starts } = makePool({ workers: 2 }, 'exit');
    const early = code(pool.run(echo(1)));
    expect(await code(pool.ready())).toBe('engine-worker-died');
    expect(await early).toBe('engine-worker-died');
    await pool.close();
    expect(Atomics.load(starts, 0)).toBeLessThanOrEqual(6);
  });

  it('whose file is missing: the same', async () => {
    const { pool } = makePool({ workerFile: new URL('missing.mjs', worker.file) });
    await expect(pool.ready()).rejects.toMatchObject({
      code: 'engine-worker-died',
      cause: { message: expect.stringContaining('missing.mjs') as string },
    });
  });

  it('does not leave the others running', async () => {
    const { pool, releases } = makePool({ workers: 2 }, 'second-fails');
    expect(await code(pool.ready())).toBe('model-corrupt');
    await vi.waitFor(() => {
      expect(Atomics.load(releases, 0)).toBe(1);
    }, START_TIMEOUT);
  });
});

describe('a worker that cannot be replaced', () => {
  const retry = { firstMs: 5, mostMs: 40 };
  const kill = (pool: Pool): Promise<string> => code(pool.run({ kind: 'die', how: 'exit' }));
  const attempts = async (starts: MadeSetup['starts'], count: number): Promise<void> => {
    await vi.waitFor(() => {
      expect(Atomics.load(starts, 0)).toBeGreaterThanOrEqual(count);
    }, START_TIMEOUT);
  };

  it.each([
    ['with a reason', 1],
    ['without a word', 2],
  ])('%s leaves the others at work, and is tried again until it can', async (_, how) => {
    const { pool, starts, releases, trouble } = makePool({ workers: 2, retry }, 'until-trouble');
    await pool.ready();
    Atomics.store(trouble, 0, how);
    expect(await kill(pool)).toBe('engine-worker-died');
    await attempts(starts, 5);
    expect(await Promise.all([1, 2, 3].map((value) => pool.run(echo(value))))).toEqual([1, 2, 3]);
    expect(pool.load().broken).toBe(false);
    expect(Atomics.load(releases, 0)).toBe(0);
    Atomics.store(trouble, 0, 0);
    const first = await occupy(pool);
    // Only a second worker can take this one.
    expect(await pool.run(echo(4))).toBe(4);
    open(first.gate);
    expect(await first.done).toBe(-1);
    expect(pool.load()).toEqual({ workers: 2, running: 0, waiting: 0, overdue: 0, broken: false });
  });

  it('and was the last: calls learn why at once, and are taken again when one is back', async () => {
    const { pool, trouble } = makePool({ retry }, 'until-trouble');
    await pool.ready();
    Atomics.store(trouble, 0, 1);
    const dying = kill(pool);
    const waiting = code(pool.run(echo(1)));
    expect([await dying, await waiting]).toEqual(['engine-worker-died', 'model-corrupt']);
    expect(pool.load().broken).toBe(true);
    expect(await code(pool.run(echo(2)))).toBe('model-corrupt');
    Atomics.store(trouble, 0, 0);
    await vi.waitFor(() => {
      expect(pool.load().broken).toBe(false);
    }, START_TIMEOUT);
    expect(await pool.run(echo(3))).toBe(3);
  });

  it('is not tried again once the pool is closed', async () => {
    const { pool, starts, trouble } = makePool(
      { workers: 2, retry: { firstMs: 30, mostMs: 30 } },
      'until-trouble',
    );
    await pool.ready();
    Atomics.store(trouble, 0, 1);
    await kill(pool);
    await attempts(starts, 4);
    await pool.close();
    const atClose = Atomics.load(starts, 0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(Atomics.load(starts, 0)).toBe(atClose);
  });
});

describe('closing', () => {
  it('finishes what runs, rejects what waits and what comes later, and lets workers release their models', async () => {
    const { pool, releases } = makePool({ workers: 2 });
    await pool.ready();
    const first = await occupy(pool);
    const second = await occupy(pool);
    const waiting = code(pool.run(echo(1)));
    const closed = pool.close();
    expect(await waiting).toBe('engine-closed');
    expect(await code(pool.run(echo(2)))).toBe('engine-closed');
    open(first.gate);
    open(second.gate);
    expect(await Promise.all([first.done, second.done])).toEqual([-1, -1]);
    await closed;
    expect(Atomics.load(releases, 0)).toBe(2);
    expect(await code(pool.run(echo(3)))).toBe('engine-closed');
  });

  it('may be called twice, and before the workers are ready', async () => {
    const { pool } = makePool({ workers: 2 });
    await Promise.all([pool.close(), pool.close()]);
    expect(await code(pool.run(echo(1)))).toBe('engine-closed');
  });

  it('does not replace a worker that dies meanwhile', async () => {
    const { pool, starts } = makePool();
    await pool.ready();
    const dying = code(pool.run({ kind: 'die', how: 'exit' }));
    await pool.close();
    expect(await dying).toBe('engine-worker-died');
    expect(Atomics.load(starts, 0)).toBe(1);
  });
});
