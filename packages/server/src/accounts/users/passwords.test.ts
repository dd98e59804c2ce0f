import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../errors.js';
import type { Hashed } from './password-thread.js';
import { createPasswords, type Lane, type Turn } from './passwords.js';

const TURN: Turn = { lane: 'log-in', caller: '192.0.2.1' };

afterEach(() => {
  vi.useRealTimers();
});

describe('the hash of a password', () => {
  it('fits this password alone, and is another one each time', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a long enough one', TURN);
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(await passwords.verify({ hash, password: 'a long enough one' }, TURN)).toBe(true);
    expect(await passwords.verify({ hash, password: 'a long enough on' }, TURN)).toBe(false);
    expect(await passwords.hash('a long enough one', TURN)).not.toBe(hash);
  });

  it.each([
    [
      'a long enough one',
      '82fc01f4fe4ecced425bbfe273331260:511d2b2b66d787a72ea3de2e36e11f9609bba5e01f2007f75eef035e5ca79e7a7b1372f8b00d2078a16638823098ac2f7707049645e55269ee2df01cc74d4272',
    ],
    [
      'Ångström ﬁne ½ pass',
      '86c684f0f4e78743b3889633d34638cf:6be89f54df4cbce78a0e197121581783468286cfbc0bdc67893c539974b1ba87c1030db354da2d29edf8ee356f667e536c204bdf996b3ec1b98ddae3abd859e8',
    ],
  ])('of “%s” stays what it is from release to release', async (password, hash) => {
    const passwords = createPasswords();
    expect(await passwords.verify({ hash, password }, TURN)).toBe(true);
    expect(await passwords.verify({ hash, password: password.normalize('NFD') }, TURN)).toBe(true);
    expect(await passwords.verify({ hash, password: `${password} ` }, TURN)).toBe(false);
    expect(await passwords.verify({ hash: `${hash.slice(0, -1)}0`, password }, TURN)).toBe(false);
  });

  it.each([
    { hash: '', password: '' },
    { hash: ':', password: '' },
    { hash: 'salt', password: 'salt' },
    { hash: 'salt:', password: '' },
    { hash: ':key', password: 'key' },
  ])('that is malformed matches no password: $hash, $password', async (pair) => {
    expect(await createPasswords().verify(pair, TURN)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is made with the priority of the workers', async () => {
    // Other test files of this process may have left threads.
    const known = new Set(readdirSync('/proc/self/task'));
    await createPasswords().hash('a long enough one', TURN);
    expect(nicenessOfThreads(known)).toContain(getPriority() + 5);
  });
});

describe('a flood of passwords', () => {
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'made',
      (error: unknown) => (error instanceof ServiceError ? error.code : 'failed'),
    );

  it('of one caller rejects nobody else', async () => {
    const { passwords } = counting();
    const flood = Array.from({ length: 40 }, () => outcome(passwords.hash('z', TURN)));
    const others = ['one', 'two'].map((caller) => outcome(passwords.hash('z', { ...TURN, caller })));
    expect(await Promise.all(others)).toEqual(['made', 'made']);
    const fates = await Promise.all(flood);
    expect(fates.filter((fate) => fate === 'made')).toHaveLength(1 + 16 - others.length);
    expect(fates.filter((fate) => fate === 'overloaded')).toHaveLength(40 - 15);
  });

  it.each<Lane>(['log-in', 'sign-up'])(
    'in the lane “%s” from many networks lets owners in known browsers pass',
    async (lane) => {
      const passwords = createPasswords();
      let made = 0;
      const flood = Array.from({ length: 6 }, (_, n) =>
        outcome(passwords.hash('z', { lane, caller: `network ${n}` }).finally(() => made++)),
      );
      const turn: Turn = { lane: 'known', caller: 'ada' };
      passwords.check(turn);
      await passwords.hash('a long enough one', turn);
      // One was before it; the next may have ended while this waited to be continued.
      expect(made).toBeLessThanOrEqual(2);
      await Promise.all(flood);
    },
  );

  it('takes no more than the share of a core, and none of that of others', async () => {
    vi.useFakeTimers();
    // 1 % of a minute for the lane: 600 ms, and one hash more, because it begins before they are used up.
    const { passwords, hashed } = counting({ percent: 3, milliseconds: 300 });
    const turns = Array.from({ length: 8 }, (_, n): Turn => ({ lane: 'log-in', caller: `network ${n}` }));
    const flood = Promise.all(turns.map((turn) => outcome(passwords.hash('z', turn))));
    await vi.advanceTimersByTimeAsync(1000);
    expect(hashed()).toBe(3);
    await passwords.hash('z', { lane: 'known', caller: 'ada' });
    expect(hashed()).toBe(4);
    // A hash of 300 ms every 30 seconds.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(hashed()).toBe(5);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await flood).toEqual(turns.map(() => 'made'));
  });

  it('in all lanes takes no more than the share together', async () => {
    vi.useFakeTimers();
    const { passwords, hashed } = counting({ percent: 3, milliseconds: 300 });
    const lanes: readonly Lane[] = ['known', 'log-in', 'sign-up'];
    const flood = Promise.all(
      lanes.flatMap((lane) =>
        Array.from({ length: 8 }, (_, n) => outcome(passwords.hash('z', { lane, caller: `caller ${n}` }))),
      ),
    );
    await vi.advanceTimersByTimeAsync(1000);
    // 3 % of a minute: 1800 ms, and one hash more in each lane.
    expect(hashed()).toBe(6 + lanes.length);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await flood;
  });

  it('that would have to wait for long is rejected, with a time to come back', async () => {
    vi.useFakeTimers();
    const { passwords } = counting({ percent: 3, milliseconds: 300 });
    for (let n = 0; n < 3; n++) await passwords.hash('z', TURN);
    // One waits for its share, after which the lane knows how long that takes.
    const late = passwords.hash('z', TURN);
    await vi.advanceTimersByTimeAsync(60_000);
    await late;
    const floods = Array.from({ length: 17 }, (_, n) =>
      outcome(passwords.hash('z', { lane: 'log-in', caller: `network ${n}` })),
    );
    const rejection = (): void => {
      passwords.check({ lane: 'log-in', caller: 'another' });
    };
    expect(rejection).toThrow(expect.objectContaining({ code: 'overloaded' }) as Error);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    await Promise.all(floods);
  });
});

/** Passwords whose hashes cost nothing, and seem to take this long. */
function counting({ percent = 100, milliseconds = 1 } = {}): {
  passwords: ReturnType<typeof createPasswords>;
  hashed: () => number;
} {
  let hashed = 0;
  const made = (): Promise<Hashed> => {
    hashed++;
    return Promise.resolve({ key: 'key', milliseconds });
  };
  return { passwords: createPasswords({ percent, hashed: made }), hashed: () => hashed };
}

/** The nice value of every thread of this process that is not known yet. */
const nicenessOfThreads = (known: ReadonlySet<string>): number[] =>
  readdirSync('/proc/self/task')
    .filter((task) => !known.has(task))
    .map((task) => {
      const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
      // Fields are counted from behind the name, which may contain anything.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    });
