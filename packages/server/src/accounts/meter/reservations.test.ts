import { expect, it } from 'vitest';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { addAccount, admitted, countersOf, reservationsOf, tally } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { reservationMs } from './open-meter.js';

const OVERLOADED = { code: 'overloaded' };
const requestDeadlineMs = 5000;
const LIFETIME_MS = reservationMs(requestDeadlineMs);

onBothDatabases('a reservation', (open) => {
  const startMeter = metersOfTest();

  it('holds its call of the quota until it expires, and not a moment longer', async () => {
    const database = await open();
    const start = Date.now();
    let now = start;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: start });
    const meter = await startMeter(database, { clock: () => now, requestDeadlineMs });
    for (let n = 0; n < 10; n += 1) admitted(await meter.admit('me'));
    now = start + LIFETIME_MS - 1;
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota' });
    now = start + LIFETIME_MS;
    expect(await meter.admit('me')).toMatchObject({ limits: { quota: { used: 1 } } });
    expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 1, usage: 0 });
  });

  it('does not count when another call may have taken its place', async () => {
    const database = await open();
    let now = Date.now();
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now, requestDeadlineMs });
    const old = reservationsOf([await meter.admit('me'), await meter.admit('me')]);
    now += LIFETIME_MS;
    const young = [];
    for (let n = 0; n < 10; n += 1) young.push(admitted(await meter.admit('me')).reservation);
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota' });
    for (const reservation of old)
      await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
    for (const reservation of young) await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 10, reserved: 0, usage: 10 });
  });

  it('that is late still counts while no other call has taken its place', async () => {
    const database = await open();
    let now = Date.now();
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now, requestDeadlineMs });
    const { reservation } = admitted(await meter.admit('me'));
    now += LIFETIME_MS + 1;
    await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
  });

  it('of another account stays when an account looks for its own', async () => {
    const database = await open();
    let now = Date.now();
    await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const other = await addAccount(database, 'other', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now, requestDeadlineMs });
    admitted(await meter.admit('other'));
    now += LIFETIME_MS;
    admitted(await meter.admit('me'));
    expect(await countersOf(database, other)).toMatchObject({ reserved: 1 });
  });

  it('is settled exactly once while others take the places of expired ones', async () => {
    const database = await open();
    let now = Date.now();
    const accountId = await addAccount(database, 'me', { plan: 'fifty', startedAt: now });
    const meter = await startMeter(database, { clock: () => now, requestDeadlineMs });
    const first = await Promise.all(Array.from({ length: 50 }, () => meter.admit('me')));
    expect(tally(first)).toEqual({ admitted: 50 });
    now += LIFETIME_MS;
    // Both at once: each place is either counted for the old call or given to a new one.
    const settle = reservationsOf(first).map((reservation) =>
      meter.settle(reservation, 'match_faces', '1000', true).then(
        () => 1,
        () => 0,
      ),
    );
    const second = Promise.all(
      Array.from({ length: 50 }, async () => {
        const [reservation] = reservationsOf([await meter.admit('me')]);
        if (reservation === undefined) return 0;
        await meter.settle(reservation, 'match_faces', '1000', true);
        return 1;
      }),
    );
    const counted = [...(await Promise.all(settle)), ...(await second)].reduce<number>(
      (sum, n) => sum + n,
      0,
    );
    expect(await countersOf(database, accountId)).toEqual({ used: counted, reserved: 0, usage: counted });
    expect(counted).toBe(50);
  });
});
