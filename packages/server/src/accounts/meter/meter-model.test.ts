import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import type { Plan, Plans } from '../plans/plans.js';
import { isRejected } from './meter.js';
import { addAccount, countersOf, plan, reservationsOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { reservationMs } from './open-meter.js';

const START = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const REQUEST_MS = 5000;
const LIFETIME_MS = reservationMs(REQUEST_MS);

const limits = fc.record({
  callsPerMonth: fc.option(fc.integer({ min: 1, max: 30 })),
  callsPerSecond: fc.option(fc.constantFrom(0.5, 1, 3, 7, 50)),
  burst: fc.integer({ min: 1, max: 12 }),
});
const rounds = fc.array(
  fc.record({
    // None of them ends within a thousandth of a token, where rounding would decide.
    waitMs: fc.constantFrom(0, 1, 99, 350, 1000, 60_000),
    calls: fc.integer({ min: 1, max: 12 }),
    /** How many calls of the plan each of them may take, and how many it does. */
    most: fc.integer({ min: 1, max: 5 }),
    used: fc.integer({ min: 1, max: 5 }),
    counts: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A bucket of tokens that fills with time, and a count: the plainest way to say what the meter must do. */
class Model {
  #tokens: number;
  #at = START;
  #used = 0;

  constructor(
    private readonly plan: { callsPerMonth: number | null; callsPerSecond: number | null; burst: number },
  ) {
    this.#tokens = plan.burst;
  }

  call(now: number, most: number): readonly string[] {
    const { callsPerMonth, callsPerSecond, burst } = this.plan;
    const tokens = Math.min(most, burst);
    if (callsPerSecond !== null) {
      this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * callsPerSecond);
      this.#at = now;
    }
    // A quota that is used up is remembered, so of two reasons either may be given.
    const reasons = [
      ...(callsPerSecond !== null && this.#tokens < tokens - 0.001 ? ['rate-limit'] : []),
      ...(callsPerMonth !== null && this.#used + most > callsPerMonth ? ['quota'] : []),
    ];
    if (reasons.length > 0) return reasons;
    this.#tokens -= tokens;
    this.#used += most;
    return ['admitted'];
  }

  end(most: number, used: number): void {
    const { burst } = this.plan;
    this.#tokens += Math.min(most, burst) - Math.min(Math.max(1, used), burst);
    this.#used -= most - used;
  }
}

const limited = (chosen: Partial<Plan>): Plans => new Map([['chosen', plan('chosen', chosen)]]);

onBothDatabases('the meter beside a plain model', (open, harness) => {
  const startMeter = metersOfTest();

  it('says the same to every call, alone or in a crowd', async () => {
    const database = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(limits, rounds, async (chosen, todo) => {
        run += 1;
        const id = `caller ${run}`;
        await addAccount(database, id, { plan: 'chosen', startedAt: START });
        let now = START;
        const meter = await startMeter(database, { clock: () => now, plans: limited(chosen) });
        const model = new Model(chosen);
        for (const { waitMs, calls, most, counts, used: wanted } of todo) {
          const used = Math.min(wanted, most);
          now += waitMs;
          const responses = await Promise.all(Array.from({ length: calls }, () => meter.admit(id, {}, most)));
          const said = responses.map((response) => (isRejected(response) ? response.rejected : 'admitted'));
          for (const each of said) expect(model.call(now, most)).toContain(each);
          for (const reservation of reservationsOf(responses)) {
            await meter.settle(reservation, 'match_faces', '1000', counts, used);
            model.end(most, counts ? used : 0);
          }
        }
        await meter.close();
      }),
      { numRuns: 25 },
    );
  });

  const ends = fc.constantFrom('counted', 'released', 'abandoned' as const);
  const storms = fc.array(
    fc.record({
      calls: fc.array(fc.record({ server: fc.nat(2), end: ends }), { minLength: 1, maxLength: 20 }),
      // Far ahead, back again, and behind where it was.
      jumpMs: fc.constantFrom(0, 1, LIFETIME_MS, 2 * DAY_MS, -2 * DAY_MS, -LIFETIME_MS),
    }),
    { minLength: 1, maxLength: 5 },
  );

  it('never counts more than the quota or less than was answered: several servers, lost calls, clock jumps', async () => {
    const database = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 15 }), storms, async (callsPerMonth, todo) => {
        run += 1;
        const id = `caller ${run}`;
        let now = START + 10 * DAY_MS;
        const accountId = await addAccount(database, id, { plan: 'chosen', startedAt: START });
        // A SQLite file has one server, whose handles are as good as several.
        const meters = await Promise.all(
          Array.from({ length: 3 }, async () =>
            startMeter(harness.dialect === 'sqlite' ? database : await harness.openAgain(database), {
              clock: () => now,
              plans: limited({ callsPerMonth }),
              requestDeadlineMs: REQUEST_MS,
            }),
          ),
        );
        let counted = 0;
        for (const { calls, jumpMs } of todo) {
          const before = await countersOf(database, accountId);
          const admitted = await Promise.all(
            calls.map(async ({ server, end }) => {
              const meter = meters[server];
              const [reservation] = reservationsOf(meter === undefined ? [] : [await meter.admit(id)]);
              if (meter === undefined || reservation === undefined) return 0;
              if (end === 'abandoned') return 1;
              await meter.settle(reservation, 'match_faces', '1000', end === 'counted');
              if (end === 'counted') counted += 1;
              return 1;
            }),
          );
          const after = await countersOf(database, accountId);
          expect(after.used).toBe(counted);
          expect(after.used + after.reserved).toBeLessThanOrEqual(callsPerMonth);
          // What is free is given away: a call is rejected only where no place was left for it.
          const taken = admitted.reduce<number>((sum, n) => sum + n, 0);
          const free = callsPerMonth - before.used - before.reserved;
          expect(taken).toBeGreaterThanOrEqual(Math.min(calls.length, free));
          now += jumpMs;
        }
        // Whatever was lost on the way is free again in the end.
        now = START + 20 * DAY_MS;
        const [first] = meters;
        for (let left = callsPerMonth - counted; left > 0; left -= 1)
          expect(isRejected((await first?.admit(id)) ?? { rejected: 'quota' })).toBe(false);
        expect(await first?.admit(id)).toMatchObject({ rejected: 'quota' });
        for (const meter of meters) await meter.close();
      }),
      { numRuns: 12 },
    );
  });
});
