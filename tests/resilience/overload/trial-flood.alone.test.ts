import { setTimeout as sleep } from 'node:timers/promises';
import { mosaic, percentile, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tilesOfPhotos } from '../images/tiles-of-photos.js';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { startTarget } from '../shared/service.js';

/** Anonymous clients that send the next call as soon as the last is answered, from a new network every time. */
const STRANGERS = 24;
const PAYING_CALLS = 15;
const FINISHED = '200 1000';
/** As expensive as an image can be: hundreds of faces. */
const MOSAIC_SIDE = 1024;
const TILE_SIDE = 60;

let service: StartedService;
let good: GoodCall;
let expensive: Buffer;

beforeAll(async () => {
  // One worker is the worst case: what a trial call uses is missing for a paying caller.
  service = await startTarget({ FACET_TRUST_PROXY: '1' });
  good = await goodCall(service.url);
  expensive = await mosaic(await tilesOfPhotos(service.url), MOSAIC_SIDE, TILE_SIDE);
});
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

let addresses = 0;
const nextAddress = (): string => {
  addresses++;
  return `100.${64 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** The status and the code of a trial call that claims to come from the portal's page. */
async function trialCall(): Promise<string> {
  const form = new FormData();
  form.append('image_attr', new Blob([Uint8Array.from(expensive)]), 'crowd.png');
  const headers = {
    origin: service.url,
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': nextAddress(),
  };
  const response = await fetch(`${service.url}/get_image_attr?return_attributes=vector,expression`, {
    method: 'POST',
    headers,
    body: form,
  });
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const times = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) taken.push(await timed(work));
  return taken;
};

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

describe('a flood of trial calls from many networks', () => {
  it('leaves a paying caller its responses, none of which waits for the work of a stranger', async () => {
    const idle = percentile(await times(5, good.stillResponds), 0.5);
    const outcomes = new Map<string, number>();
    let isOver = false;
    const stranger = async (): Promise<void> => {
      while (!isOver) {
        const outcome = await trialCall();
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        // A client that ignores Retry-After: it tries again soon, but not in a tight loop.
        await sleep(20);
      }
    };
    const flood = Promise.all(Array.from({ length: STRANGERS }, stranger));
    await expect.poll(() => metric('facet_trial_open'), { timeout: 60_000 }).toBe(16);
    const before = outcomes.get(FINISHED) ?? 0;
    const paying = await times(PAYING_CALLS, good.stillResponds);
    const finished = (outcomes.get(FINISHED) ?? 0) - before;
    isOver = true;
    await flood;
    const median = percentile(paying, 0.5);
    console.log(
      `A paying call took ${idle.toFixed(0)} ms before the flood and ${median.toFixed(0)} ms in it (at most ${Math.max(...paying).toFixed(0)}), while ${finished} calls of strangers finished. Strangers: ${JSON.stringify([...outcomes])}`,
    );
    // A paying call that waited for the one worker would see a stranger's call finish each time. How long it takes
    // depends on the machine, which the flood keeps busy.
    expect(finished).toBeLessThan(PAYING_CALLS / 4);
    expect(outcomes.get('429 4294')).toBeGreaterThan(0);
    const known = [FINISHED, '429 4294', '503 5003', '504 5004'];
    expect([...outcomes.keys()].filter((outcome) => !known.includes(outcome))).toEqual([]);
    expect(await metric('facet_trial_work_seconds_total')).toBeGreaterThan(0);
  }, 300_000);

  it('is over when it ends: nothing of it stays', async () => {
    await expect.poll(() => metric('facet_trial_open'), { timeout: 60_000 }).toBe(0);
    await expect.poll(() => metric('facet_body_bytes_held'), { timeout: 60_000 }).toBe(0);
    await good.stillResponds();
  }, 180_000);
});
