import { percentile, timesOf, type SoakSample } from '@facet/testing';

export interface Tenth {
  /** At its end. */
  readonly calls: number;
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly threads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly callsPerSecond: number;
}

/** The soak in ten parts; each shows the service as it was at its end, and the calls that it made. */
export function tenthsOf(samples: readonly SoakSample[]): Tenth[] {
  const size = Math.max(1, Math.ceil(samples.length / 10));
  const tenths: Tenth[] = [];
  for (let from = 0; from < samples.length; from += size) {
    const part = samples.slice(from, from + size);
    const last = part.at(-1);
    const before = samples[from - 1];
    if (last === undefined) continue;
    const times = timesOf(part);
    tenths.push({
      calls: last.calls,
      residentBytes: last.residentBytes,
      descriptors: last.descriptors,
      handles: last.handles,
      threads: last.threads,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      callsPerSecond: (last.calls - (before?.calls ?? 0)) / (last.atSeconds - (before?.atSeconds ?? 0)),
    });
  }
  return tenths;
}
