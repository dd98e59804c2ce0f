import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { Throttle, type Counted } from './throttle.js';

const SECRET = 'a secret for keys that is long enough';
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);

const email = {
  action: 'log-in',
  by: 'email-and-network',
  value: 'ada@example.org 192.0.2.7',
} as const satisfies Counted;
const address: Counted = { action: 'log-in', by: 'address', value: '192.0.2.7' };

/** Seconds to wait, or none when the attempt may go on. */
async function waitOf(attempt: Promise<void>): Promise<number | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'too-many-attempts')
      return Number(error.details['retryAfterSeconds']);
    throw error;
  }
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n++) await work();
};

onBothDatabases('the throttle', (open) => {
  let database: Database | undefined;
  let now = START;

  const throttle = async (): Promise<Throttle> => {
    now = START;
    database = await open();
    return new Throttle(database.db, SECRET, () => now);
  };

  describe('counts', () => {
    it('five free attempts, and then waits that grow', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      for (const minutes of [1, 2, 4, 8]) {
        expect(await waitOf(it.take(email))).toBe(minutes * 60);
        now += minutes * MINUTE - 1;
        expect(await waitOf(it.take(email))).toBe(1);
        now += 1;
        expect(await waitOf(it.take(email))).toBeNull();
      }
      expect(await waitOf(it.take(email))).toBe(15 * 60);
    });

    it('a rejected attempt does not prolong the wait', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      now += 30_000;
      expect(await waitOf(it.take(email))).toBe(30);
      now += 30_000;
      expect(await waitOf(it.take(email))).toBeNull();
    });

    it('from zero after a quarter of an hour without attempts', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      now += 15 * MINUTE;
      await times(5, () => it.take(email));
      expect(await waitOf(it.take(email))).toBe(60);
    });

    it('each address for itself, and each action', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      expect(await waitOf(it.take({ ...email, value: 'eve@example.org 192.0.2.7' }))).toBeNull();
      expect(await waitOf(it.take({ ...email, action: 'password-reset' }))).toBeNull();
      expect(await waitOf(it.take(address))).toBeNull();
      expect(await waitOf(it.take(address, email))).toBe(60);
    });

    it('correct passwords by the quarter of an hour, so that some every day never add up', async () => {
      const it = await throttle();
      const correct: Counted = { action: 'correct-password', by: 'user', value: 'ada' };
      await times(100, async () => {
        expect(await waitOf(it.take(correct))).toBeNull();
        now += 5 * MINUTE;
      });
      now = START;
      await it.forget(correct);
      await times(60, () => it.take(correct));
      expect(await waitOf(it.take(correct))).toBe(60);
      now += 15 * MINUTE;
      expect(await waitOf(it.take(correct))).toBeNull();
    });

    it('exactly, when very many come at once', async () => {
      const it = await throttle();
      const waits = await Promise.all(Array.from({ length: 60 }, () => waitOf(it.take(email))));
      expect(waits.filter((wait) => wait === null)).toHaveLength(5);
    });
  });

  describe('a rejected attempt', () => {
    it('counts under none of its keys, so that a flood of new addresses from one network adds no rows', async () => {
      const it = await throttle();
      await times(20, () => it.take(address));
      for (let n = 0; n < 40; n++) {
        const guessed: Counted = { ...email, value: `eve-${n}@example.org 192.0.2.7` };
        expect(await waitOf(it.take(guessed, address, { ...email, by: 'email', value: 'eve' }))).toBe(60);
      }
      expect(await database?.db.selectFrom('login_attempt').selectAll().execute()).toHaveLength(1);
    });

    it('gets the longest wait of its keys', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      now += 30_000;
      await times(20, () => it.take(address));
      expect(await waitOf(it.take(email, address))).toBe(60);
      expect(await waitOf(it.check(email))).toBe(30);
    });
  });

  describe('forgives', () => {
    it('the one attempt that was good', async () => {
      const it = await throttle();
      await times(20, () => it.take(address));
      await it.release(address);
      expect(await waitOf(it.take(address))).toBeNull();
      expect(await waitOf(it.take(address))).toBe(60);
    });

    it('all attempts of whoever is known now', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      await it.forget(email, address);
      expect(await waitOf(it.take(email))).toBeNull();
    });
  });

  describe('after the clock was set back', () => {
    it('by days: locks nobody out, and starts counting again', async () => {
      const it = await throttle();
      await times(9, async () => {
        await it.take(email).catch(() => undefined);
        now += MINUTE;
      });
      now -= 3 * 24 * 60 * MINUTE;
      await times(5, () => it.take(email));
      expect(await waitOf(it.take(email))).toBe(60);
    });

    it('by minutes: waits that much longer at most', async () => {
      const it = await throttle();
      await times(5, () => it.take(email));
      now -= 14 * MINUTE;
      expect(await waitOf(it.take(email))).toBe(15 * 60);
    });

    it('keeps nothing of the time that never was', async () => {
      const it = await throttle();
      await it.take(email);
      now -= 60 * MINUTE;
      await it.sweep();
      expect(await database?.db.selectFrom('login_attempt').selectAll().execute()).toEqual([]);
    });
  });

  describe('keeps', () => {
    it('no address as such', async () => {
      const it = await throttle();
      await it.take(address, email);
      const rows = JSON.stringify(await database?.db.selectFrom('login_attempt').selectAll().execute());
      expect(rows).toContain('"count":1');
      expect(rows).not.toMatch(/ada|192\.0\.2/);
    });

    it('nothing that is over', async () => {
      const it = await throttle();
      await it.take(email);
      now += 14 * MINUTE;
      await it.take(address);
      now += MINUTE;
      await it.sweep();
      expect(await database?.db.selectFrom('login_attempt').selectAll().execute()).toHaveLength(1);
    });
  });
});
