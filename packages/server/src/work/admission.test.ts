import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { createAdmission, type Admission } from './admission.js';
import { SharedSlots } from './shared-slots.js';
import { QueueHarness } from './queue-harness.test.fixture.js';

describe('admission', () => {
  it('runs at once while there is room, and gives the result', async () => {
    const admission = createAdmission({ concurrency: 2, maxWaiting: 0 });
    const { signal } = new AbortController();
    await expect(admission.run('a', signal, () => Promise.resolve(42))).resolves.toBe(42);
    expect(admission.stats()).toEqual({ running: 0, waiting: 0, callers: 0 });
  });

  it('passes the signal to the task', async () => {
    const { signal } = new AbortController();
    const admission = createAdmission({ concurrency: 1, maxWaiting: 0 });
    expect(await admission.run('a', signal, (given) => Promise.resolve(given))).toBe(signal);
  });

  it('frees the slot when a task fails, in whatever way', async () => {
    const admission = createAdmission({ concurrency: 1, maxWaiting: 0 });
    const { signal } = new AbortController();
    const fail = (): never => {
      throw new Error('at once');
    };
    await expect(admission.run('a', signal, fail)).rejects.toThrow('at once');
    await expect(admission.run('a', signal, () => Promise.reject(new Error('later')))).rejects.toThrow(
      'later',
    );
    expect(admission.stats().running).toBe(0);
  });

  it('never runs more than it may, and starts the next when one ends', async () => {
    const harness = new QueueHarness({ concurrency: 2, maxWaiting: 10 });
    await harness.arrive('a1', 'a2', 'a3', 'a4');
    expect(harness.running).toEqual(['a1', 'a2']);
    expect(harness.stats()).toEqual({ running: 2, waiting: 2, callers: 1 });
    await harness.finish('a2');
    expect(harness.running).toEqual(['a1', 'a3']);
  });

  it('does not let a flood of one caller starve another', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 10 });
    await harness.arrive('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2');
    await harness.finishAll();
    expect(harness.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
  });

  it('rejects the flooding caller when the queue is full', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 3 });
    await harness.arrive('a1', 'a2', 'a3', 'a4', 'a5');
    expect(harness.rejected).toEqual(['a5']);
    await harness.arrive('b1');
    expect(harness.rejected).toEqual(['a5', 'a4']);
    await harness.arrive('a6', 'c1');
    expect(harness.rejected).toEqual(['a5', 'a4', 'a6', 'a3']);
    expect(harness.stats()).toEqual({ running: 1, waiting: 3, callers: 3 });
    // All have one waiting now: a newcomer would only swap one evicted for another.
    await harness.arrive('d1', 'b2');
    expect(harness.rejected.slice(4)).toEqual(['d1', 'b2']);
    await harness.finishAll();
    expect(harness.started).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('limits what one caller may have running, where that is set', async () => {
    const harness = new QueueHarness({ concurrency: 3, maxWaiting: 10, concurrencyPerCaller: 2 });
    await harness.arrive('a1', 'a2', 'a3', 'a4');
    expect(harness.running).toEqual(['a1', 'a2']);
    await harness.arrive('b1', 'b2');
    expect(harness.running).toEqual(['a1', 'a2', 'b1']);
    // The place goes past the waiting of the first in line, who has all that one may have.
    await harness.finish('b1');
    expect(harness.running).toEqual(['a1', 'a2', 'b2']);
    await harness.finish('a1');
    expect(harness.running).toEqual(['a2', 'b2', 'a3']);
    await harness.finishAll();
    expect(harness.started).toHaveLength(6);
    expect(harness.stats()).toEqual({ running: 0, waiting: 0, callers: 0 });
  });

  it('queues nothing if maxWaiting is 0', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 0 });
    await harness.arrive('a1', 'b1');
    expect(harness.rejected).toEqual(['b1']);
  });

  it('gives rejected callers a Retry-After from recent service times', async () => {
    let clock = 0;
    const admission = createAdmission({ concurrency: 2, maxWaiting: 0, now: () => clock });
    const { signal } = new AbortController();
    const take = (milliseconds: number): Promise<void> =>
      admission.run('a', signal, () => {
        clock += milliseconds;
        return Promise.resolve();
      });
    await take(7000);
    const never = (): Promise<never> => new Promise(() => undefined);
    void admission.run('a', signal, never);
    void admission.run('a', signal, never);
    await expect(admission.run('b', signal, never)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retryAfterSeconds: 4 },
    });
  });
});

describe('two queues on the same slots', () => {
  const signal = (): AbortSignal => new AbortController().signal;

  /** Tasks that end when the test says so. */
  function tasks(): { task: (name: string) => () => Promise<void>; end: (name: string) => Promise<void> } {
    const ends = new Map<string, () => void>();
    return {
      task: (name) => () =>
        new Promise((resolve) => {
          ends.set(name, resolve);
        }),
      end: async (name) => {
        const resolve = ends.get(name);
        if (resolve === undefined) throw new Error(`${name} has not begun.`);
        resolve();
        await new Promise(setImmediate);
      },
    };
  }

  it('offer every free slot to the first, and to the second what the first does not need', async () => {
    const slots = new SharedSlots(2);
    const first = createAdmission({ concurrency: 2, maxWaiting: 10, slots });
    const second = createAdmission({ concurrency: 1, maxWaiting: 10, slots });
    const { task, end } = tasks();
    void first.run('a', signal(), task('a1'));
    void second.run('x', signal(), task('x1'));
    void second.run('x', signal(), task('x2'));
    void first.run('a', signal(), task('a2'));
    void first.run('a', signal(), task('a3'));
    expect([first.stats(), second.stats()]).toMatchObject([
      { running: 1, waiting: 2 },
      { running: 1, waiting: 1 },
    ]);
    await end('x1');
    expect([first.stats().running, second.stats().running]).toEqual([2, 0]);
    await end('a1');
    expect([first.stats().running, second.stats().running]).toEqual([2, 0]);
    await end('a2');
    expect([first.stats().running, second.stats().running]).toEqual([1, 1]);
    await end('a3');
    await end('x2');
    expect([first.stats(), second.stats()]).toMatchObject([
      { running: 0, waiting: 0 },
      { running: 0, waiting: 0 },
    ]);
  });

  it('preempt a task of the second when one waits in the first, and restart it later', async () => {
    const slots = new SharedSlots(1);
    const first = createAdmission({ concurrency: 1, maxWaiting: 10, slots });
    const second = createAdmission({ concurrency: 1, maxWaiting: 10, slots, isPreemptible: true });
    const { task, end } = tasks();
    let starts = 0;
    const result = second.run('x', signal(), (signal) => {
      starts++;
      if (starts > 1) return Promise.resolve('done');
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    });
    void first.run('a', signal(), task('a1'));
    await new Promise(setImmediate);
    expect([first.stats().running, second.stats()]).toMatchObject([1, { running: 0, waiting: 1 }]);
    await end('a1');
    await expect(result).resolves.toBe('done');
    expect(starts).toBe(2);
    expect([first.stats().running, second.stats().running]).toEqual([0, 0]);
  });

  it('do not restart a preemptible task whose own caller has given up', async () => {
    const slots = new SharedSlots(1);
    const second = createAdmission({ concurrency: 1, maxWaiting: 10, slots, isPreemptible: true });
    const gone = new AbortController();
    const left = new Error('The client is gone.');
    const result = second.run(
      'x',
      gone.signal,
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    );
    gone.abort(left);
    await expect(result).rejects.toBe(left);
    await new Promise(setImmediate);
    expect(slots.isFree).toBe(true);
  });

  it('limit the second to its own concurrency, even while slots are free', () => {
    const slots = new SharedSlots(4);
    createAdmission({ concurrency: 4, maxWaiting: 1, slots });
    const second = createAdmission({ concurrency: 1, maxWaiting: 10, slots });
    const { task } = tasks();
    for (const name of ['x1', 'x2', 'x3']) void second.run('x', signal(), task(name));
    expect(second.stats()).toMatchObject({ running: 1, waiting: 2 });
  });
});

describe('maximum wait', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const signal = (): AbortSignal => new AbortController().signal;

  /** Two at a time, each of which takes a second; all slots are taken. */
  async function busy(): Promise<Admission> {
    let clock = 0;
    const admission = createAdmission({ concurrency: 2, maxWaiting: 100, now: () => clock });
    await admission.run('a', signal(), () => {
      clock += 1000;
      return Promise.resolve();
    });
    void admission.run('a', signal(), never);
    void admission.run('a', signal(), never);
    return admission;
  }

  it('that is shorter than the expected wait rejects the call at once, with Retry-After', async () => {
    const admission = await busy();
    for (let n = 0; n < 4; n++) void admission.run('a', signal(), never, 2000);
    expect(admission.stats().waiting).toBe(4);
    await expect(admission.run('a', signal(), never, 2000)).rejects.toMatchObject({
      code: 'overloaded',
      details: { retryAfterSeconds: 3 },
    });
    expect(admission.stats().waiting).toBe(4);
    void admission.run('a', signal(), never, 2500);
    expect(admission.stats().waiting).toBe(5);
  });

  it('is compared with the turn of the caller itself, not with the flood of another', async () => {
    const admission = await busy();
    for (let n = 0; n < 20; n++) void admission.run('a', signal(), never);
    void admission.run('b', signal(), never, 1000);
    expect(admission.stats().waiting).toBe(21);
  });

  it('is not compared with slow work of another caller that is already done', async () => {
    let clock = 0;
    const admission = createAdmission({ concurrency: 2, maxWaiting: 100, now: () => clock });
    for (let n = 0; n < 6; n++) {
      await admission.run('slow', signal(), () => {
        clock += 10_000;
        return Promise.resolve();
      });
    }
    for (let n = 0; n < 12; n++) void admission.run('quick', signal(), never, 15_000);
    expect(admission.stats()).toEqual({ running: 2, waiting: 10, callers: 1 });
  });

  it('has no effect while a slot is free, nor before any service time is known', async () => {
    const admission = createAdmission({ concurrency: 1, maxWaiting: 10 });
    void admission.run('a', signal(), never, 0);
    void admission.run('a', signal(), never, 0);
    expect(admission.stats()).toMatchObject({ running: 1, waiting: 1 });
    await Promise.resolve();
  });
});

describe('a persistent queue', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const signal = (): AbortSignal => new AbortController().signal;

  /** One task at a time, each of one second, with this many waiting for this long. */
  async function standing(
    waiting: number,
    forMs: number,
  ): Promise<{ admission: Admission; leave: () => void }> {
    let clock = 0;
    const admission = createAdmission({
      concurrency: 1,
      maxWaiting: 100,
      cutPersistentQueue: true,
      now: () => clock,
    });
    await admission.run('a', signal(), () => {
      clock += 1000;
      return Promise.resolve();
    });
    void admission.run('a', signal(), never);
    const leaving = new AbortController();
    for (let n = 0; n < waiting; n++) admission.run('a', leaving.signal, never).catch(() => undefined);
    clock += forMs;
    return {
      admission,
      leave: () => {
        leaving.abort();
      },
    };
  }
  const waitingAfterOneMore = (admission: Admission): number => {
    void admission.run('a', signal(), never, 60_000).catch(() => undefined);
    return admission.stats().waiting;
  };

  it('accepts only what is done soon, and evicts tasks of a flooding caller for others', async () => {
    const { admission } = await standing(5, 10_001);
    await expect(admission.run('a', signal(), never, 60_000)).rejects.toMatchObject({ code: 'overloaded' });
    expect(() => {
      admission.check('a', 60_000);
    }).toThrow(ServiceError);
    admission.check('b', 60_000);
    void admission.run('b', signal(), never, 60_000);
    expect(admission.stats()).toEqual({ running: 1, waiting: 5, callers: 2 });
  });

  it('is shared: a caller who has its share is rejected at once, not evicted later', async () => {
    const { admission, leave } = await standing(1, 10_001);
    // Three slots for two callers: the odd one is for whoever comes first.
    for (let n = 0; n < 2; n++) void admission.run('b', signal(), never, 60_000);
    await expect(admission.run('b', signal(), never, 60_000)).rejects.toMatchObject({ code: 'overloaded' });
    expect(admission.stats()).toEqual({ running: 1, waiting: 3, callers: 2 });
    leave();
    void admission.run('b', signal(), never, 60_000);
    expect(admission.stats()).toEqual({ running: 1, waiting: 3, callers: 1 });
  });

  it('is not the same as a burst, which may wait', async () => {
    const { admission } = await standing(3, 9999);
    expect(waitingAfterOneMore(admission)).toBe(4);
  });

  it('begins anew once it was empty', async () => {
    const { admission, leave } = await standing(3, 10_001);
    leave();
    for (let n = 1; n <= 4; n++) expect(waitingAfterOneMore(admission)).toBe(n);
  });

  /** Work takes 20 seconds here, and one call more than there are workers has waited for longer than a burst. */
  async function standingBeforeSlowWork(concurrency: number): Promise<Admission> {
    let clock = 0;
    const admission = createAdmission({
      concurrency,
      maxWaiting: 100,
      cutPersistentQueue: true,
      now: () => clock,
    });
    await admission.run('a', signal(), () => {
      clock += 20_000;
      return Promise.resolve();
    });
    for (let n = 0; n <= concurrency; n++) void admission.run('a', signal(), never);
    clock += 10_001;
    return admission;
  }

  it('leaves no worker idle, however long the work takes', async () => {
    const admission = await standingBeforeSlowWork(2);
    void admission.run('b', signal(), never, 60_000);
    expect(admission.stats()).toEqual({ running: 2, waiting: 2, callers: 2 });
    await expect(admission.run('c', signal(), never, 60_000)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('shares few slots so that none stays empty', async () => {
    const admission = await standingBeforeSlowWork(4);
    for (const caller of ['b', 'c', 'c']) void admission.run(caller, signal(), never, 60_000);
    expect(admission.stats()).toEqual({ running: 4, waiting: 4, callers: 3 });
  });

  it('is no overload beside free slots, if only the limit of one caller causes it', async () => {
    let clock = 0;
    const admission = createAdmission({
      concurrency: 32,
      concurrencyPerCaller: 16,
      maxWaiting: 256,
      now: () => clock,
    });
    await admission.run('a', signal(), () => {
      clock += 5000;
      return Promise.resolve();
    });
    for (let n = 0; n < 17; n++) void admission.run('a', signal(), never);
    clock += 10_001;
    for (let n = 0; n < 64; n++) void admission.run('b', signal(), never);
    expect(admission.stats()).toEqual({ running: 32, waiting: 49, callers: 2 });
  });
});

describe('a check', () => {
  it('rejects what would be rejected now, and evicts nobody', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 2 });
    expect(harness.wouldReject('a')).toBe(false);
    await harness.arrive('a1', 'a2');
    expect(harness.wouldReject('a')).toBe(false);
    await harness.arrive('a3');
    expect(harness.wouldReject('a')).toBe(true);
    expect(harness.wouldReject('b')).toBe(false);
    expect(harness.stats()).toEqual({ running: 1, waiting: 2, callers: 1 });
    expect(harness.rejected).toEqual([]);
  });

  it('rejects a call that cannot wait long enough', async () => {
    let clock = 0;
    const { signal } = new AbortController();
    const admission = createAdmission({ concurrency: 1, maxWaiting: 2, now: () => clock });
    await admission.run('a', signal, () => {
      clock += 1000;
      return Promise.resolve();
    });
    admission.check('a', 0);
    void admission.run('a', signal, () => new Promise(() => undefined));
    admission.check('a', 1000);
    expect(() => {
      admission.check('a', 999);
    }).toThrow(ServiceError);
  });
});

describe('a signal', () => {
  it('that has fired before prevents the task', async () => {
    const admission = createAdmission({ concurrency: 1, maxWaiting: 1 });
    const reason = new ServiceError('deadline');
    let started = false;
    const task = (): Promise<void> => {
      started = true;
      return Promise.resolve();
    };
    await expect(admission.run('a', AbortSignal.abort(reason), task)).rejects.toBe(reason);
    expect(started).toBe(false);
    expect(admission.stats().running).toBe(0);
  });

  it('removes a waiting task at once', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 2 });
    await harness.arrive('a1', 'a2', 'b1');
    harness.abortNow('a2');
    expect(harness.stats()).toEqual({ running: 1, waiting: 1, callers: 1 });
    await harness.arrive('c1');
    await harness.finishAll();
    expect(harness.aborted).toEqual(['a2']);
    expect(harness.started).toEqual(['a1', 'b1', 'c1']);
  });

  it('rejects a running task at once, whose slot stays taken until it has settled', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 2 });
    await harness.arrive('a1', 'b1');
    harness.abortNow('a1');
    await harness.settle();
    expect(harness.aborted).toEqual(['a1']);
    expect(harness.stats()).toEqual({ running: 1, waiting: 1, callers: 1 });
    await harness.finish('a1');
    expect(harness.running).toEqual(['b1']);
    expect(harness.succeeded).toEqual([]);
  });

  it('that fires between the turn and the start loses no slot', async () => {
    const harness = new QueueHarness({ concurrency: 1, maxWaiting: 3 });
    await harness.arrive('a1', 'b1', 'c1');
    harness.finishNow('a1');
    // One tick after another, until b1 has been given the place but has not begun.
    while (harness.stats().waiting === 2) await Promise.resolve();
    harness.abortNow('b1');
    await harness.settle();
    expect(harness.aborted).toEqual(['b1']);
    expect(harness.running).toEqual(['c1']);
    await harness.finish('c1');
    expect(harness.started).toEqual(['a1', 'c1']);
    expect(harness.stats()).toEqual({ running: 0, waiting: 0, callers: 0 });
  });

  it('that the task itself fires is the outcome, and nothing is left unhandled', async () => {
    const admission = createAdmission({ concurrency: 1, maxWaiting: 0 });
    const controller = new AbortController();
    const reason = new Error('Stop.');
    const task = (): Promise<never> => {
      controller.abort(reason);
      return Promise.reject(new Error('The task was stopped.'));
    };
    await expect(admission.run('a', controller.signal, task)).rejects.toBe(reason);
    expect(admission.stats().running).toBe(0);
  });

  it('has no listeners left when the task is done', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const admission = createAdmission({ concurrency: 1, maxWaiting: 5 });
    await Promise.all([1, 2, 3].map(() => admission.run('a', signal, () => Promise.resolve())));
    await new Promise(setImmediate);
    expect(listeners).toBe(0);
  });
});
