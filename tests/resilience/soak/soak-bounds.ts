import type { SoakBounds, SoakSample } from '@facet/test-support';

/** The warm-up is left out: caches fill, code is compiled and the allocator stabilises, on a busy machine only after a thousand calls. */
const WARM_UP_SHARE = 0.5;

/** How much each may grow over the calls after the warm-up; `judgeSoak` says how that is measured. */
export const SOAK_BOUNDS: SoakBounds = {
  /** 30 KB a call, less than the smallest photo unpacked: what the allocator may still keep. The long run holds it to 1 KB. */
  residentBytes: 45e6,
  /** 1 KB a call: less than a body, a vector or a connection that is kept. */
  heapBytes: 1.5e6,
  descriptors: 3,
  handles: 3,
  threads: 3,
  p99Ratio: 1.8,
};

export const afterWarmUp = (samples: readonly SoakSample[]): readonly SoakSample[] =>
  samples.slice(Math.ceil(samples.length * WARM_UP_SHARE));
