import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { isRefused } from './meter.js';
import { addAccount, plan, ticketsOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';

const START = Date.parse('2026-01-01T00:00:00Z');

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

  call(now: number): string {
    const { callsPerMonth, callsPerSecond, burst } = this.plan;
    if (callsPerSecond !== null) {
      this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * callsPerSecond);
      this.#at = now;
      if (this.#tokens < 0.999) return 'rate-limit';
      this.#tokens -= 1;
    }
    if (callsPerMonth !== null && this.#used >= callsPerMonth) return 'quota';
    this.#used += 1;
    return 'admitted';
  }

  giveBack(): void {
    this.#used -= 1;
  }
}

onBothDatabases('the meter beside a plain model', (open) => {
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
        const meter = await startMeter(database, {
          clock: () => now,
          plans: new Map([['chosen', plan('chosen', chosen)]]),
        });
        const model = new Model(chosen);
        for (const { waitMs, calls, counts } of todo) {
          now += waitMs;
          const answers = await Promise.all(Array.from({ length: calls }, () => meter.admit(id)));
          const said = answers.map((answer) => (isRefused(answer) ? answer.refused : 'admitted'));
          expect(said).toEqual(Array.from({ length: calls }, () => model.call(now)));
          for (const ticket of ticketsOf(answers)) {
            await meter.settle(ticket, 'match_faces', '1000', counts);
            if (!counts) model.giveBack();
          }
        }
        await meter.close();
      }),
      { numRuns: 25 },
    );
  });
});
