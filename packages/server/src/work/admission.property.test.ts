import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QueueHarness } from './queue-harness.test.fixture.js';

const CALLERS = ['a', 'b', 'c', 'd'];

type Action =
  | { readonly kind: 'arrive'; readonly caller: string }
  | { readonly kind: 'pass'; readonly milliseconds: number }
  | { readonly kind: 'finish' | 'abort'; readonly which: number; readonly wait: boolean };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('arrive' as const), caller: fc.constantFrom(...CALLERS) }),
  },
  // What a job takes, and what makes a queue a standing one.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(100, 2000, 10_001),
    }),
  },
  // One that floods.
  { weight: 5, arbitrary: fc.constant({ kind: 'arrive' as const, caller: 'a' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('finish' as const, 'abort' as const),
      which: fc.nat(20),
      wait: fc.boolean(),
    }),
  },
);

const play = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  maxWaiting: fc.integer({ min: 0, max: 6 }),
  concurrencyPerCaller: fc.integer({ min: 1, max: 3 }),
  cutPersistentQueue: fc.boolean(),
  actions: fc.array(action, { maxLength: 60, size: 'max' }),
});

it('never exceeds its limits, is never idle while a task waits, and runs every admitted task once', async () => {
  let cutShort = 0;
  await fc.assert(
    fc.asyncProperty(play, async ({ actions, ...options }) => {
      const { concurrency, maxWaiting, concurrencyPerCaller } = options;
      const harness = new QueueHarness(options);
      const arrived: string[] = [];
      const check = (): void => {
        const { running, waiting, callers } = harness.stats();
        expect(running).toBeLessThanOrEqual(concurrency);
        expect(harness.running.length).toBeLessThanOrEqual(concurrency);
        expect(waiting).toBeLessThanOrEqual(maxWaiting);
        expect(callers).toBeLessThanOrEqual(waiting);
        // A place may stay free only where whoever waits has all that one caller may have.
        if (waiting > 0 && running < concurrency)
          expect(callers * concurrencyPerCaller).toBeLessThanOrEqual(running);
        for (const caller of CALLERS) {
          const own = harness.running.filter((name) => name.startsWith(caller));
          expect(own.length).toBeLessThanOrEqual(concurrencyPerCaller);
        }
      };
      for (const each of actions) {
        if (each.kind === 'arrive') {
          const name = `${each.caller}${arrived.length}`;
          arrived.push(name);
          const { running, waiting } = harness.stats();
          if (waiting < maxWaiting && running === concurrency && harness.wouldReject(each.caller)) {
            expect(options.cutPersistentQueue).toBe(true);
            expect(waiting).toBeGreaterThan(0);
            cutShort++;
          }
          harness.arriveNow(name);
        } else if (each.kind === 'pass') harness.pass(each.milliseconds);
        else {
          const from = each.kind === 'finish' ? harness.running : arrived;
          const name = from[each.which % Math.max(1, from.length)];
          if (name !== undefined && each.kind === 'finish') harness.finishNow(name);
          if (name !== undefined && each.kind === 'abort') harness.abortNow(name);
          if (each.wait) await harness.settle();
        }
        check();
      }
      await harness.settle();
      await harness.finishAll();
      check();
      expect(harness.stats()).toEqual({ running: 0, waiting: 0, callers: 0 });
      expect(new Set(harness.started).size).toBe(harness.started.length);
      const outcomes = [...harness.succeeded, ...harness.rejected, ...harness.aborted];
      expect(outcomes.sort()).toEqual([...arrived].sort());
      for (const name of harness.rejected) expect(harness.started).not.toContain(name);
    }),
    { numRuns: 300 },
  );
  // Else no queue has stood in any play.
  expect(cutShort).toBeGreaterThan(0);
});

it('starts no other caller twice while one waits for its turn', async () => {
  await fc.assert(
    fc.asyncProperty(play, async ({ concurrency, maxWaiting, cutPersistentQueue, actions }) => {
      const harness = new QueueHarness({ concurrency, maxWaiting, cutPersistentQueue });
      const waiting = new Map<string, Set<string>>(CALLERS.map((caller) => [caller, new Set()]));
      /** For each waiting caller: whom it has seen go before it since it last had a turn. */
      const overtaken = new Map<string, string[]>();
      let seen = 0;
      let next = 0;
      const observe = (): void => {
        for (const name of harness.started.slice(seen)) {
          const starter = name.charAt(0);
          waiting.get(starter)?.delete(name);
          overtaken.delete(starter);
          for (const [caller, names] of waiting) {
            if (caller === starter || names.size === 0) continue;
            const before = overtaken.get(caller) ?? [];
            expect(before).not.toContain(starter);
            overtaken.set(caller, [...before, starter]);
          }
        }
        seen = harness.started.length;
        for (const name of [...harness.rejected, ...harness.aborted])
          waiting.get(name.charAt(0))?.delete(name);
        for (const [caller, names] of waiting) if (names.size === 0) overtaken.delete(caller);
      };
      for (const each of actions) {
        if (each.kind === 'arrive') {
          const name = `${each.caller}${next++}`;
          waiting.get(each.caller)?.add(name);
          await harness.arrive(name);
        } else if (each.kind === 'finish') {
          const name = harness.running[each.which % Math.max(1, harness.running.length)];
          if (name !== undefined) await harness.finish(name);
        } else if (each.kind === 'pass') harness.pass(each.milliseconds);
        observe();
      }
      await harness.finishAll();
      observe();
      for (const names of waiting.values()) expect(names.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});

it('never evicts the last waiting task of a caller in favour of another caller', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.constantFrom('a', 'a', 'a', ...CALLERS), { maxLength: 40 }),
      async (maxWaiting, callers) => {
        const harness = new QueueHarness({ concurrency: 1, maxWaiting });
        const counts = new Map<string, number>();
        await harness.arrive('x0');
        for (const [i, caller] of callers.entries()) {
          const rejectedBefore = harness.rejected.length;
          await harness.arrive(`${caller}${i}`);
          const [loser] = harness.rejected.slice(rejectedBefore);
          const owner = loser?.charAt(0);
          counts.set(caller, (counts.get(caller) ?? 0) + 1);
          if (owner === undefined) continue;
          counts.set(owner, (counts.get(owner) ?? 0) - 1);
          // Whoever loses has as many waiting as anybody else, or would be the largest.
          if (owner !== caller) expect(counts.get(owner)).toBeGreaterThanOrEqual(counts.get(caller) ?? 0);
          else expect((counts.get(owner) ?? 0) + 1).toBeGreaterThanOrEqual(Math.max(...counts.values()));
        }
        expect(harness.stats().waiting).toBe(Math.min(maxWaiting, callers.length));
      },
    ),
    { numRuns: 200 },
  );
});
