import { percentile } from '../measure/percentile.js';
import { robustSlope } from '../measure/robust-slope.js';
import type { SoakLook } from './run-soak.js';

/** How much each may grow over all looks. */
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

/** Growth over the whole length at the slope of Theil and Sen: a spike at either end does not count, a leak does. */
function growthOf(
  looks: readonly SoakLook[],
  measure: 'residentBytes' | 'heapBytes' | 'descriptors' | 'handles' | 'threads',
): number {
  const slope = robustSlope(looks.map((look) => ({ x: look.calls, y: look[measure] })));
  return slope * ((looks.at(-1)?.calls ?? 0) - (looks[0]?.calls ?? 0));
}

/** The 99th percentile of one look after another, and the middle one of these: a moment's halt of the machine is not it. */
export const p99Of = (looks: readonly SoakLook[]): number =>
  percentile(
    looks.map(({ times }) => percentile(times, 0.99)),
    0.5,
  );

/** Whether the service is as it was, from looks of which those of the warm-up have been left out. */
export function judgeSoak(looks: readonly SoakLook[], bounds: SoakBounds): SoakVerdict[] {
  const third = Math.floor(looks.length / 3);
  const [first, last] = [looks.slice(0, third), looks.slice(-third)];
  const values: Record<keyof SoakBounds, number> = {
    residentBytes: growthOf(looks, 'residentBytes'),
    heapBytes: growthOf(looks, 'heapBytes'),
    descriptors: growthOf(looks, 'descriptors'),
    handles: growthOf(looks, 'handles'),
    threads: growthOf(looks, 'threads'),
    p99Ratio: p99Of(last) / p99Of(first),
  };
  return (Object.keys(values) as (keyof SoakBounds)[]).map((measure) => ({
    measure,
    value: values[measure],
    limit: bounds[measure],
    isKept: values[measure] < bounds[measure],
  }));
}
