import { randomInt } from 'node:crypto';
import type { StartedService } from '@facet/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { IS_LONG } from '../shared/how-long.js';
import { forgetPeak, peakBytes, residentBytes } from '../shared/process-memory.js';
import { startTarget } from '../shared/service.js';
import { baseImages } from './base-images.js';
import { mutant } from './mutate.js';
import { seededRandom } from './random.js';
import { DECODE_ONLY, DECODED, sendImage } from './send-image.js';

const MUTANTS = IS_LONG ? 50_000 : 5000;
/** Another one each time; a failure names it, and RESILIENCE_SEED repeats it. */
const SEED = Number(process.env['RESILIENCE_SEED'] ?? randomInt(2 ** 31));
const IN_FLIGHT = 8;
/** Every n-th mutant goes through the models as well. */
const WHOLE_WAY = 40;
const MEGABYTE = 1024 * 1024;
const WORKERS = 2;
/** What stays in use from the warm-up to the end: heaps with their garbage, and what the allocator keeps. */
const MAX_GROWTH_BYTES = 200 * MEGABYTE;
/** What is in use for a moment: as much as one image in each worker may take (256 MB where it is held whole), and some more. */
const MAX_PEAK_BYTES = (WORKERS * 256 + 100) * MEGABYTE;
const WARM_UP = 1000;
const LOOK_EVERY = 500;

const REJECTIONS = ['2003', '2004', '2008'];

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget({ FACET_WORKERS: String(WORKERS) });
  good = await goodCall(service.url);
});
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end|worker/i);
  expect(await service.stop()).toBe(0);
});

it('base images are decoded, every one of them', async () => {
  for (const [n, image] of (await baseImages()).entries())
    expect((await sendImage(service.url, image)).body, `base image ${n}`).toMatchObject({ code: DECODED });
});

it('the same seed makes the same mutants', async () => {
  const bases = await baseImages();
  const make = (): Buffer[] => {
    const random = seededRandom(7);
    return Array.from({ length: 200 }, () => mutant(bases, random));
  };
  expect(Buffer.concat(make()).equals(Buffer.concat(make()))).toBe(true);
});

it(
  `${MUTANTS} mutants (seed ${SEED}) are rejected or decoded, and nothing else happens`,
  { timeout: 3_600_000 },
  async () => {
    const bases = await baseImages();
    const met = new Map<string, number>();
    const sizes: number[] = [];
    const peaks: number[] = [];
    const { pid } = service.process;
    let next = 0;
    const work = async (): Promise<void> => {
      for (let n = next++; n < MUTANTS; n = next++) {
        const name = `mutant ${n} of the seed ${SEED}`;
        const wholeWay = n % WHOLE_WAY === 0;
        // Each has a generator of its own, so that it can be made again without those before it.
        const image = mutant(bases, seededRandom(SEED + n));
        const { status, body } = await sendImage(service.url, image, wholeWay ? '' : DECODE_ONLY).catch(
          (cause: unknown) => {
            throw new Error(`${name} got no response.`, { cause });
          },
        );
        const known = [...REJECTIONS, ...(wholeWay ? ['1000', '3001'] : [DECODED])];
        if (status >= 500 || !known.includes(body.code))
          throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`);
        met.set(body.code, (met.get(body.code) ?? 0) + 1);
        if (n === WARM_UP) await forgetPeak(pid);
        if (n % LOOK_EVERY !== 0 || n < WARM_UP) continue;
        sizes.push(await residentBytes(pid));
        peaks.push(await peakBytes(pid));
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    expect(service.process.exitCode).toBeNull();
    // Mutants that all fail at the first byte would prove nothing.
    expect(met.get(DECODED) ?? 0).toBeGreaterThan(MUTANTS / 20);
    expect(met.get('2003') ?? 0).toBeGreaterThan(MUTANTS / 20);
    // Each look may fall on the moment of a large image; the smallest of several does not.
    const several = Math.ceil(sizes.length / 4);
    const stays = Math.min(...sizes.slice(-several)) - Math.min(...sizes.slice(0, several));
    expect(stays, 'bytes that stay in use').toBeLessThan(MAX_GROWTH_BYTES);
    peaks.push(await peakBytes(pid));
    const [warm = 0] = peaks;
    const peak = Math.max(...peaks) - warm;
    expect(peak, 'bytes at the peak').toBeLessThan(MAX_PEAK_BYTES);
    const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;
    console.log(`memory: ${megabytes(stays)} stay, at the peak ${megabytes(peak)} above ${megabytes(warm)}`);
    console.log(`mutants by answer: ${JSON.stringify(Object.fromEntries(met))}`);
    await good.stillResponds();
  },
);
