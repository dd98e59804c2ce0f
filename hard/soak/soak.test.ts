import { judgeSoak, p99Of, runSoak, startSoak, type SoakLook, type SoakVerdict } from '@facet/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '../shared/photos.js';

/** HARD_SOAK_CALLS makes fewer, or more. */
const CALLS = Number(process.env['HARD_SOAK_CALLS'] ?? 3000);
/** Caches fill, code is compiled and the allocator settles, on a busy machine only after a thousand calls: left out. */
const WARM_UP_CALLS = CALLS / 2;

/** Growth over the calls after the warm-up, by the slope of Theil and Sen. */
const BOUNDS = {
  /** 40 KB a call, less than the smallest photo unpacked: what the allocator may still keep; the long run holds it to 1 KB. */
  residentBytes: 60e6,
  descriptors: 3,
  handles: 3,
  threads: 3,
  /** Three times, because whatever else the machine does falls on one third and not on the other. */
  p99Ratio: 3,
};

let looks: readonly SoakLook[];
let verdicts: readonly SoakVerdict[];
let surprises: readonly string[];
let exitCode: number | null = null;
let log = '';

beforeAll(async () => {
  const photos = await Promise.all(([1, 2, 3, 4, 5, 6] as const).map(photo));
  const { service, deck, stop } = await startSoak(photos);
  const result = await runSoak({ service, deck, calls: CALLS }).finally(async () => {
    exitCode = await stop();
    log = service.log();
  });
  ({ looks, surprises } = result);
  verdicts = judgeSoak(
    looks.filter(({ calls }) => calls > WARM_UP_CALLS),
    BOUNDS,
  );
  const shown = verdicts.map(({ measure, value }) => `${measure} ${value.toFixed(2)}`).join(', ');
  console.log(
    `${CALLS} calls in ${result.seconds.toFixed(0)} s, p99 ${p99Of(looks).toFixed(0)} ms: ${shown}`,
  );
}, 400_000);

afterAll(() => {
  expect(exitCode).toBe(0);
});

describe(`${CALLS} mixed calls`, () => {
  it('are answered as they must be, every one of them', () => {
    expect(surprises).toEqual([]);
    expect(looks.at(-1)?.calls).toBeGreaterThanOrEqual(CALLS);
    expect(log).not.toMatch(/"level":[56]0/);
  });

  it.each(['residentBytes', 'descriptors', 'handles', 'threads', 'p99Ratio'] as const)(
    'leave %s as it was',
    (measure) => {
      const verdict = verdicts.find((each) => each.measure === measure);
      expect(verdict?.value).toBeLessThan(BOUNDS[measure]);
    },
  );
});
