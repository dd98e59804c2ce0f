import { percentile } from '../measure/percentile.js';
import { robustSlope } from '../measure/robust-slope.js';
import type { SoakSample } from './run-soak.js';

/** How much each may grow over all samples. */
export interface SoakBounds {
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly threads: number;
  /** What `p99Of` the last third is, over that of the first. */
  readonly p99Ratio: number;
}

export interface SoakVerdict {
  readonly measure: keyof SoakBounds;
  readonly value: number;
  readonly limit: number;
  readonly isKept: boolean;
}

/** Growth over all samples by the Theil-Sen slope: a spike at either end has no effect, a leak does. */
function growthOf(
  samples: readonly SoakSample[],
  measure: 'residentBytes' | 'heapBytes' | 'descriptors' | 'handles' | 'threads',
): number {
  const slope = robustSlope(samples.map((sample) => ({ x: sample.calls, y: sample[measure] })));
  return slope * ((samples.at(-1)?.calls ?? 0) - (samples[0]?.calls ?? 0));
}

/** The median of the 99th percentiles of the samples, so that a short stall of the machine has no effect. */
export const p99Of = (samples: readonly SoakSample[]): number =>
  percentile(
    samples.map(({ times }) => percentile(times, 0.99)),
    0.5,
  );

/** Whether the service has not grown, judged by the samples after the warm-up. */
export function judgeSoak(samples: readonly SoakSample[], bounds: SoakBounds): SoakVerdict[] {
  const third = Math.floor(samples.length / 3);
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  const values: Record<keyof SoakBounds, number> = {
    residentBytes: growthOf(samples, 'residentBytes'),
    heapBytes: growthOf(samples, 'heapBytes'),
    descriptors: growthOf(samples, 'descriptors'),
    handles: growthOf(samples, 'handles'),
    threads: growthOf(samples, 'threads'),
    p99Ratio: p99Of(last) / p99Of(first),
  };
  return (Object.keys(values) as (keyof SoakBounds)[]).map((measure) => ({
    measure,
    value: values[measure],
    limit: bounds[measure],
    isKept: values[measure] < bounds[measure],
  }));
}
