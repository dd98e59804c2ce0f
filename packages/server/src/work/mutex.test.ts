import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex, Mutex, Semaphore } from './mutex.js';

/** Work that ends when it is told to. */
function pending(): { readonly work: () => Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

const rejection = (waitedMs: number): Error => new Error(`${waitedMs} ms`);

describe('a mutex', () => {
  it('lets one in at a time, in the order of arrival', async () => {
    const mutex = new Mutex();
    const events: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        mutex.run(async () => {
          events.push(`${name} in`);
          await sleep(1);
          events.push(`${name} out`);
        }),
      ),
    );
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(mutex.isIdle).toBe(true);
  });

  it('is free again after work that fails', async () => {
    const mutex = new Mutex();
    await expect(mutex.run(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose');
    await expect(
      mutex.run(() => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(await mutex.run(() => 'done')).toBe('done');
  });

  it('is passed on to whoever waits, and not to whoever comes at that moment', async () => {
    const mutex = new Mutex();
    const release = mutex.tryAcquire();
    const waiting = mutex.acquire();
    release?.();
    expect(mutex.tryAcquire()).toBeUndefined();
    const next = await waiting;
    next();
    // A second release must not free the place of somebody else.
    const other = mutex.tryAcquire();
    next();
    expect(mutex.tryAcquire()).toBeUndefined();
    other?.();
  });

  it('rejects whoever has waited too long, and goes on with the next', async () => {
    const mutex = new Mutex({ rejection });
    const first = pending();
    const running = mutex.run(first.work);
    const late = mutex.run(() => 'late', 10);
    const patient = mutex.run(() => 'patient');
    await expect(late).rejects.toThrow('10 ms');
    first.end();
    await running;
    expect(await patient).toBe('patient');
  });
});

describe('a semaphore', () => {
  it('lets so many in at a time', async () => {
    const semaphore = new Semaphore(3);
    let [now, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 10 }, () =>
        semaphore.run(async () => {
          most = Math.max(most, ++now);
          await sleep(1);
          now -= 1;
        }),
      ),
    );
    expect([now, most]).toEqual([0, 3]);
  });

  it('rejects at once where too many wait', async () => {
    const semaphore = new Semaphore(1, { maxWaiting: 1, rejection });
    const first = pending();
    const running = semaphore.run(first.work);
    const waiting = semaphore.run(() => 'done');
    await expect(semaphore.run(() => 'too many')).rejects.toThrow('0 ms');
    first.end();
    await running;
    expect(await waiting).toBe('done');
  });
});

describe('a mutex for each key', () => {
  it('keeps the work of one key apart, and remembers no key without work', async () => {
    const mutex = new KeyedMutex();
    const first = pending();
    const running = mutex.run('a', first.work);
    const second = mutex.run('a', () => 'second');
    expect(await mutex.run('b', () => 'other')).toBe('other');
    expect(mutex.size).toBe(1);
    first.end();
    await running;
    expect(await second).toBe('second');
    expect(mutex.size).toBe(0);
  });

  it('limits what waits under all keys together', async () => {
    const mutex = new KeyedMutex({ maxWaiting: 2, rejection });
    const [a, b] = [pending(), pending()];
    const running = [mutex.run('a', a.work), mutex.run('b', b.work)];
    const waiting = [mutex.run('a', () => 1), mutex.run('b', () => 2)];
    await expect(mutex.run('a', () => 3)).rejects.toThrow('0 ms');
    // Who need not wait is let in.
    expect(await mutex.run('c', () => 4)).toBe(4);
    a.end();
    b.end();
    expect(await Promise.all([...running, ...waiting])).toEqual([undefined, undefined, 1, 2]);
    expect(await mutex.run('a', () => 5)).toBe(5);
  });

  it('rejects whoever has waited too long, who no longer counts as waiting', async () => {
    const mutex = new KeyedMutex({ maxWaiting: 1, rejection });
    const first = pending();
    const running = mutex.run('a', first.work);
    await expect(mutex.run('a', () => 'late', 10)).rejects.toThrow('10 ms');
    const next = mutex.run('a', () => 'next');
    first.end();
    await running;
    expect(await next).toBe('next');
    expect(mutex.size).toBe(0);
  });
});
