import type { StartedService } from '@facet/test-support';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { isSuccess, EXTRA_SUCCESS, tally, underLoad, type CallOutcome } from './load.js';
import { expectExact, expectSound } from './counted.js';
import { openFaultInjector, type FaultInjector } from './fault-injector.js';
import { startForTest, temporaryFolder } from './start-on.js';

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: typeof data;
let faults: FaultInjector;
beforeEach(async () => {
  data = await temporaryFolder();
  tools = await temporaryFolder();
  // So little JavaScript memory that a worker soon runs out of it.
  faults = await openFaultInjector(tools.path, '--max-old-space-size=192');
});
afterEach(async () => {
  await data.remove();
  await tools.remove();
});

/** How often, and for how long, a worker is terminated until that has happened in native code. */
const MAX_TRIES = 40;
const TRYING_MS = 60_000;

const vectorsOf = (heard: readonly CallOutcome[]): Set<string> =>
  new Set(heard.filter(isSuccess).map(({ vector }) => JSON.stringify(vector)));

describe('a worker thread that dies in the middle of its work', () => {
  it('costs its own call at most, is replaced, and nothing of that call is counted', async () => {
    const service = await startForTest(data.path, faults.env);
    const { image, stillResponds } = await goodCall(service.url);
    const look = (): ReturnType<FaultInjector['do']> => faults.do(service, { kind: 'look' });
    const deaths = ['exit', 'throw', 'out-of-memory'] as const;
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      for (const [before, how] of deaths.entries()) {
        await faults.do(service, { kind: 'die', how });
        await expect
          .poll(async () => (await look())?.ended.length, { timeout: 60_000, interval: 50 })
          .toBe(before + 1);
        expect((await look())?.workers).toBe(2);
        await load.hear(6);
      }
    });
    const { '1000': good = 0, '5000': failed = 0, ...others } = tally(heard);
    expect(others).toEqual({});
    expect(good).toBeGreaterThanOrEqual(22);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(deaths.length);
    expect(vectorsOf(heard).size, 'different answers to the same call').toBe(1);
    await stillResponds();
    expect(service.process.exitCode).toBeNull();
    expect(await service.stop()).toBe(0);
    await expectExact({ dataDir: data.path, url: undefined }, [...heard, EXTRA_SUCCESS, EXTRA_SUCCESS]);
  });

  it('ended from outside in native code takes the process along, and the next start goes on', async () => {
    const service = await startForTest(data.path, faults.env);
    const { image } = await goodCall(service.url);
    let tries = 0;
    const isGone = (): boolean => service.process.exitCode !== null || service.process.signalCode !== null;
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      // Where the thread is in JavaScript it ends alone; in the native code of the models the library aborts the process.
      const deadline = performance.now() + TRYING_MS;
      for (; tries < MAX_TRIES && !isGone() && performance.now() < deadline; tries++) {
        await faults.do(service, { kind: 'terminate' });
        // Until the other worker has answered, and the new one had time to start: on a busy machine, longer.
        await load.hear(2, () => true);
        await sleep(250);
      }
    });
    expect(service.process.signalCode, `after ${tries} workers that were ended from outside`).toBe('SIGABRT');
    const { '1000': good, '5000': failed, none, ...others } = tally(heard);
    expect(others, JSON.stringify({ good, failed, none })).toEqual({});
    expect(vectorsOf(heard).size).toBe(1);
    await expectSound(data.path);
    await goesOn(heard);
  });
});

/** The same data folder serves again, with every call counted. */
async function goesOn(heard: readonly CallOutcome[]): Promise<void> {
  const again: StartedService = await startForTest(data.path);
  try {
    await goodCall(again.url);
  } finally {
    await again.stop();
  }
  // With the good call before the load and the one just made.
  await expectExact({ dataDir: data.path, url: undefined }, [...heard, EXTRA_SUCCESS, EXTRA_SUCCESS]);
}
