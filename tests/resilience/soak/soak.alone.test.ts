import { judgeSoak, p99Of, runSoak, startSoak, type SoakSample, type SoakVerdict } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../shared/how-long.js';
import { photo } from '../shared/photos.js';
import { afterWarmUp, SOAK_BOUNDS } from './soak-bounds.js';

const CALLS = IS_LONG ? 20_000 : 2000;
let samples: readonly SoakSample[];
let verdicts: readonly SoakVerdict[];
let unexpectedResponses: readonly string[];
let exitCode: number | null = null;
let log = '';

beforeAll(async () => {
  const photos = await Promise.all(([1, 2, 3, 4, 5, 6] as const).map(photo));
  const { service, cycle, stop } = await startSoak(photos);
  const result = await runSoak({ service, cycle, calls: CALLS }).finally(async () => {
    exitCode = await stop();
    log = service.log();
  });
  ({ samples, unexpectedResponses } = result);
  verdicts = judgeSoak(afterWarmUp(samples), SOAK_BOUNDS);
  const shown = verdicts.map(({ measure, value }) => `${measure} ${value.toFixed(2)}`).join(', ');
  console.log(
    `${CALLS} calls in ${result.seconds.toFixed(0)} s, p99 ${p99Of(samples).toFixed(0)} ms: ${shown}`,
  );
}, 3_600_000);

afterAll(() => {
  expect(exitCode).toBe(0);
});

describe(`${CALLS} mixed calls`, () => {
  it('are answered as they must be, every one of them', () => {
    expect(unexpectedResponses).toEqual([]);
    expect(samples.at(-1)?.calls).toBeGreaterThanOrEqual(CALLS);
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
