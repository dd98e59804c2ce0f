import { judgeSoak, p99Of, runSoak, startSoak, type SoakLook, type SoakVerdict } from '@facet/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '../shared/photos.js';
import { afterWarmUp, SOAK_BOUNDS } from './soak-bounds.js';

/** RESILIENCE_SOAK_CALLS makes fewer, or more. */
const CALLS = Number(process.env['RESILIENCE_SOAK_CALLS'] ?? 3000);
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
  verdicts = judgeSoak(afterWarmUp(looks), SOAK_BOUNDS);
  const shown = verdicts.map(({ measure, value }) => `${measure} ${value.toFixed(2)}`).join(', ');
  console.log(
    `${CALLS} calls in ${result.seconds.toFixed(0)} s, p99 ${p99Of(looks).toFixed(0)} ms: ${shown}`,
  );
}, 1_200_000);

afterAll(() => {
  expect(exitCode).toBe(0);
});

describe(`${CALLS} mixed calls`, () => {
  it('are answered as they must be, every one of them', () => {
    expect(surprises).toEqual([]);
    expect(looks.at(-1)?.calls).toBeGreaterThanOrEqual(CALLS);
    expect(log).not.toMatch(/"level":[56]0/);
  });

  it.each(['residentBytes', 'heapBytes', 'descriptors', 'handles', 'threads', 'p99Ratio'] as const)(
    'leave %s as it was',
    (measure) => {
      const verdict = verdicts.find((each) => each.measure === measure);
      expect(verdict?.value).toBeLessThan(SOAK_BOUNDS[measure]);
    },
  );
});
