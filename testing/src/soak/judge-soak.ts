import { robustSlope } from '../measure/robust-slope.js';
import { p99Of, type SoakLook } from './run-soak.js';

/** How much each may grow over all looks, by its slope. */
export interface SoakBounds {
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly threads: number;
  /** The 99th percentile of the last third over that of the first. */
  readonly p99Ratio: number;
}

export interface SoakVerdict {
  readonly measure: keyof SoakBounds;
  readonly value: number;
  readonly limit: number;
  readonly isKept: boolean;
}

/** Growth over the whole length at the slope of Theil and Sen: a spike at either end does not count, a leak does. */
export function growthOf(
  looks: readonly SoakLook[],
  measure: 'residentBytes' | 'descriptors' | 'handles' | 'threads',
): number {
  const slope = robustSlope(looks.map((look) => ({ x: look.calls, y: look[measure] })));
  return slope * ((looks.at(-1)?.calls ?? 0) - (looks[0]?.calls ?? 0));
}

/** Whether the service is as it was, from looks of which those of the warm-up have been left out. */
export function judgeSoak(looks: readonly SoakLook[], bounds: SoakBounds): SoakVerdict[] {
  const third = Math.floor(looks.length / 3);
  const values: Record<keyof SoakBounds, number> = {
    residentBytes: growthOf(looks, 'residentBytes'),
    descriptors: growthOf(looks, 'descriptors'),
    handles: growthOf(looks, 'handles'),
    threads: growthOf(looks, 'threads'),
    p99Ratio: p99Of(looks.slice(-third)) / p99Of(looks.slice(0, third)),
  };
  return (Object.keys(values) as (keyof SoakBounds)[]).map((measure) => ({
    measure,
    value: values[measure],
    limit: bounds[measure],
    isKept: values[measure] < bounds[measure],
  }));
}
