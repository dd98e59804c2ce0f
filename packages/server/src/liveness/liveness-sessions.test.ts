import { LIVENESS_ACTIONS } from '@facet/engine';
import { describe, expect, it } from 'vitest';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { deriveKeys } from '../accounts/secret/keys.js';
import {
  ATTEMPTS,
  LivenessSessions,
  MAX_OPEN_SESSIONS,
  randomSteps,
  SESSION_MS,
} from './liveness-sessions.js';

const KEYS = deriveKeys('a-master-secret-that-is-for-tests-alone');
const OTHER_KEYS = deriveKeys('another-master-secret-that-is-for-tests');
const NOW = Date.parse('2030-06-15T12:00:00Z');

onBothDatabases('liveness sessions', (open) => {
  it('work once, on whichever server', async () => {
    const database = await open();
    const [one, other] = [new LivenessSessions(database, KEYS), new LivenessSessions(database, KEYS)];
    const { session } = await one.open('ada', ['smile', 'turn_left']);
    const challenge = other.read('ada', session);
    expect(challenge.steps).toEqual(['smile', 'turn_left']);
    const uses = await Promise.allSettled([one.use('ada', challenge), other.use('ada', challenge)]);
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(one.use('ada', challenge)).rejects.toThrow('already used');
  });

  it('belong to one account, to one service, and end', async () => {
    const database = await open();
    let now = NOW;
    const sessions = new LivenessSessions(database, KEYS, () => now);
    const { session } = await sessions.open('ada', ['smile', 'turn_left']);
    expect(() => sessions.read('eve', session)).toThrow('for your account');
    expect(() => new LivenessSessions(database, OTHER_KEYS, () => now).read('ada', session)).toThrow(
      'opened',
    );
    const [payload = '', signature = ''] = session.split('.');
    const easier = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('turn_left', 'smile'));
    for (const forged of [
      '',
      'x',
      '.',
      `${easier.toString('base64url')}.${signature}`,
      `${payload}.${signature}x`,
    ])
      expect(() => sessions.read('ada', forged)).toThrow('opened for your account');
    const rotated = new LivenessSessions(database, { ...OTHER_KEYS, fallback: KEYS }, () => now);
    expect(rotated.read('ada', session).steps).toHaveLength(2);
    const challenge = sessions.read('ada', session);
    now += SESSION_MS;
    expect(() => sessions.read('ada', session)).toThrow('expired');
    await expect(sessions.use('ada', challenge)).rejects.toThrow();
    await sessions.sweep();
    expect(await database.db.selectFrom('liveness_session').selectAll().execute()).toEqual([]);
  });

  it('cannot be signed by way of a reference, whose hash the session tells', async () => {
    const sessions = new LivenessSessions(await open(), KEYS, () => NOW);
    const wished = JSON.stringify(['x', NOW + SESSION_MS, ['smile'], null]);
    const payload = Buffer.from(wished).toString('base64url');
    const { session, person } = await sessions.open('ada', ['smile'], payload);
    expect(session).toContain('.');
    expect(() => sessions.read('ada', `${payload}.${person ?? ''}`)).toThrow('opened for your account');
  });

  it('are limited for each person who passes none, by pauses that grow', async () => {
    const database = await open();
    let now = NOW;
    const [one, other] = [1, 2].map(() => new LivenessSessions(database, KEYS, () => now));
    if (one === undefined || other === undefined) throw new Error('no sessions');
    const attempt = (person = 'p1') => one.open('ada', ['smile', 'turn_left'], person);
    const tries = await Promise.allSettled(
      Array.from({ length: 2 * ATTEMPTS.most }, (_, n) =>
        (n % 2 === 0 ? one : other).open('ada', ['smile'], 'p1'),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(ATTEMPTS.most);
    await expect(attempt()).rejects.toMatchObject({
      code: 'too-many-attempts',
      details: { retryAfterSeconds: ATTEMPTS.withinMs / 1000 },
    });
    await one.open('ada', ['smile'], 'p2');
    await one.open('eve', ['smile'], 'p1');
    await one.open('ada', ['smile']);
    for (const pause of [1, 2, 4]) {
      now += pause * ATTEMPTS.withinMs - 1;
      await expect(attempt()).rejects.toMatchObject({ code: 'too-many-attempts' });
      now += 1;
      await attempt();
    }
    const stored = JSON.stringify(await database.db.selectFrom('liveness_attempt').selectAll().execute());
    expect(stored).not.toContain('p1');
    now += ATTEMPTS.keptMs;
    await other.sweep();
    expect(await database.db.selectFrom('liveness_attempt').selectAll().execute()).toEqual([]);
  });

  it('begin anew for a person who passed one, and after a quarter of an hour', async () => {
    const database = await open();
    let now = NOW;
    const sessions = new LivenessSessions(database, KEYS, () => now);
    const attempt = () => sessions.open('ada', ['smile', 'turn_left'], 'p1');
    for (let n = 1; n < ATTEMPTS.most; n++) await attempt();
    const last = await attempt();
    await sessions.pass('ada', sessions.read('ada', last.session));
    for (let n = 1; n < ATTEMPTS.most; n++) await attempt();
    now += ATTEMPTS.withinMs;
    for (let n = 1; n <= ATTEMPTS.most; n++) await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'too-many-attempts' });
    expect(sessions.ageOf(last)).toBe(ATTEMPTS.withinMs);
  });

  it('are limited for each account', async () => {
    const database = await open();
    const sessions = new LivenessSessions(database, KEYS, () => NOW);
    const rows = Array.from({ length: MAX_OPEN_SESSIONS }, (_, n) => ({
      id: String(n),
      account_id: 'ada',
      expires_at: n === 0 ? NOW : NOW + 1000,
    }));
    await database.db.insertInto('liveness_session').values(rows).execute();
    // One of them has expired.
    await sessions.open('ada', ['smile']);
    await expect(sessions.open('ada', ['smile'], 'p1')).rejects.toMatchObject({
      code: 'too-many-liveness-sessions',
    });
    expect(await database.db.selectFrom('liveness_attempt').selectAll().execute()).toEqual([]);
    await sessions.open('eve', ['smile']);
  });
});

describe('a random challenge', () => {
  it('has no action twice in a row, and a turn if the pool has one', () => {
    const seen = new Set<string>();
    for (let n = 0; n < 300; n++) {
      const steps = randomSteps(LIVENESS_ACTIONS, 2 + (n % 4));
      expect(steps).toHaveLength(2 + (n % 4));
      expect(steps.some((action) => action.startsWith('turn'))).toBe(true);
      for (const [k, action] of steps.entries()) expect(action).not.toBe(steps[k - 1]);
      seen.add(steps.join());
    }
    expect(seen.size).toBeGreaterThan(200);
    const oneTurn = randomSteps(['turn_left', 'smile', 'open_mouth'], 3);
    expect(oneTurn).toContain('turn_left');
    expect(randomSteps(['smile', 'open_mouth', 'close_eyes'], 5)).toHaveLength(5);
  });
});
