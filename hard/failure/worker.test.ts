import type { StartedService } from '@facet/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { isSuccess, ONE_MORE, tally, underLoad, type Heard } from './load.js';
import { expectExact, expectSound } from './counted.js';
import { makeRemoteHand, type RemoteHand } from './remote-hand.js';
import { startForTest, temporaryFolder } from './start-on.js';

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: typeof data;
let hand: RemoteHand;
beforeEach(async () => {
  data = await temporaryFolder();
  tools = await temporaryFolder();
  // So little memory for JavaScript that a worker runs out of it soon.
  hand = await makeRemoteHand(tools.path, '--max-old-space-size=192');
});
afterEach(async () => {
  await data.remove();
  await tools.remove();
});

const vectorsOf = (heard: readonly Heard[]): Set<string> =>
  new Set(heard.filter(isSuccess).map(({ vector }) => JSON.stringify(vector)));

describe('a worker thread that dies in the middle of its work', () => {
  it('costs its own call at most, is replaced, and nothing of that call is counted', async () => {
    const service = await startForTest(data.path, hand.env);
    const { image, stillAnswersRight } = await goodCall(service.url);
    const look = (): ReturnType<RemoteHand['do']> => hand.do(service, { kind: 'look' });
    const deaths = ['exit', 'throw', 'out-of-memory'] as const;
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      for (const [before, how] of deaths.entries()) {
        await hand.do(service, { kind: 'die', how });
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
    await stillAnswersRight();
    expect(service.process.exitCode).toBeNull();
    expect(await service.stop()).toBe(0);
    await expectExact({ dataDir: data.path, url: undefined }, [...heard, ONE_MORE, ONE_MORE]);
  });

  it('ended from outside in native code takes the process along, and the next start goes on', async () => {
    const service = await startForTest(data.path, hand.env);
    const { image, stillAnswersRight } = await goodCall(service.url);
    const isGone = (): boolean => service.process.exitCode !== null || service.process.signalCode !== null;
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      // Where the thread is in JavaScript it ends alone; in the nets' native code the library aborts the process.
      for (let n = 0; n < 8 && !isGone(); n++) {
        await hand.do(service, { kind: 'terminate' });
        await sleep(100);
      }
      const pending = async (): Promise<number> => (await hand.do(service, { kind: 'look' }))?.doomed ?? 0;
      await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
    });
    if (isGone()) expect(service.process.signalCode).toBe('SIGABRT');
    else await stillAnswersRight();
    await service.stop();
    const { '1000': good, '5000': failed, none, ...others } = tally(heard);
    expect(others, JSON.stringify({ good, failed, none })).toEqual({});
    expect(vectorsOf(heard).size).toBe(1);
    await expectSound(data.path);
    await goesOn(heard, isGone() ? 1 : 2);
  });
});

/** The same data folder serves again, with every call counted. */
async function goesOn(heard: readonly Heard[], more: number): Promise<void> {
  const again: StartedService = await startForTest(data.path);
  try {
    await goodCall(again.url);
  } finally {
    await again.stop();
  }
  const all = [...heard, ...Array.from({ length: more + 1 }, () => ONE_MORE)];
  await expectExact({ dataDir: data.path, url: undefined }, all);
}
