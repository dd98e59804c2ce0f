import { judgeSoak, robustSlope, type SoakSample } from '@facet/test-support';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../images/random.js';
import { afterWarmUp, SOAK_BOUNDS } from './soak-bounds.js';

/** As many as the soak of this suite has. */
const SAMPLES = 30;
const CALLS_EACH = 100;

interface Made {
  readonly leakedBytesPerCall?: number;
  readonly keptBytesPerCall?: number;
  readonly leakedDescriptorsPerLook?: number;
  readonly slowerPerLook?: number;
}

/** Synthetic samples: memory that varies by 30 MB with occasional spikes, stalls, and a leak. */
function madeSamples(made: Made): SoakSample[] {
  const {
    leakedBytesPerCall = 0,
    keptBytesPerCall = 0,
    leakedDescriptorsPerLook = 0,
    slowerPerLook = 0,
  } = made;
  const random = seededRandom(3);
  return Array.from({ length: SAMPLES }, (_, n) => {
    const calls = (n + 1) * CALLS_EACH;
    const spike = n % 7 === 6 ? 150e6 : 0;
    const halt = n % 8 === 7 ? 10 : 1;
    return {
      calls,
      atSeconds: calls / 50,
      residentBytes: 800e6 + random.below(30e6) + spike + leakedBytesPerCall * calls,
      heapBytes: 54e6 + random.below(3e5) + keptBytesPerCall * calls,
      descriptors: 48 + random.below(2) + Math.floor(leakedDescriptorsPerLook * n),
      handles: 12,
      threads: 17,
      times: Array.from(
        { length: CALLS_EACH },
        (__, k) => (20 + k) * (1 + slowerPerLook) ** n * (k > 95 ? halt : 1),
      ),
    };
  });
}

const broken = (made: Made): string[] =>
  judgeSoak(afterWarmUp(madeSamples(made)), SOAK_BOUNDS).flatMap(({ isKept, measure }) =>
    isKept ? [] : [measure],
  );

describe('the judgement of a soak', () => {
  it('passes what goes up and down', () => {
    expect(broken({})).toEqual([]);
  });

  it('finds memory that leaks', () => {
    expect(broken({ leakedBytesPerCall: 45_000 })).toEqual(['residentBytes']);
  });

  it('finds bodies that are kept', () => {
    expect(broken({ keptBytesPerCall: 2000 })).toEqual(['heapBytes']);
  });

  it('finds a descriptor lost every two hundred calls', () => {
    expect(broken({ leakedDescriptorsPerLook: 0.5 })).toEqual(['descriptors']);
  });

  it('finds answers that get slower', () => {
    expect(broken({ slowerPerLook: 0.08 })).toEqual(['p99Ratio']);
  });
});

describe('the slope', () => {
  const line = Array.from({ length: 20 }, (_, x) => ({ x, y: 5 + 3 * x }));

  it('is that of a line', () => {
    expect(robustSlope(line)).toBe(3);
  });

  it('is not moved by a few points far off', () => {
    const spiky = line.map((point, n) => (n % 6 === 0 ? { ...point, y: 1e9 } : point));
    expect(robustSlope(spiky)).toBeCloseTo(3, 0);
  });

  it('needs two points that lie apart', () => {
    expect(() =>
      robustSlope([
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ]),
    ).toThrow();
  });
});
