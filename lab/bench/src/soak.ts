import {
  judgeSoak,
  percentile,
  runSoak,
  startSoak,
  timesOf,
  type SoakBounds,
  type SoakSample,
} from '@facet/test-support';
import { readSample, SAMPLE_NAMES } from './data/sample-photos.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';

/** `npm run bench:soak -- 2000`: the number of calls. Only a run of the full length is saved. */
const FULL_LENGTH = 50_000;
const calls = Number(process.argv[2] ?? FULL_LENGTH);
/** Growth while caches fill and code is compiled is not a leak. */
const WARM_UP_SHARE = 0.1;
/** Over all calls after the warm-up. A body of each call, kept, would be some 300 MB in 50,000 calls. */
const BOUNDS: SoakBounds = {
  residentBytes: 60e6,
  heapBytes: 5e6,
  descriptors: 3,
  handles: 3,
  threads: 3,
  p99Ratio: 1.5,
};

const photos = await Promise.all(SAMPLE_NAMES.map(readSample));
const { service, cycle, stop } = await startSoak(photos);
const result = await runSoak({
  service,
  cycle,
  calls,
  onSample: ({ calls: made }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${made} of ${calls} calls`);
  },
}).finally(stop);
if (process.stderr.isTTY) process.stderr.write('\r');

const tenths = tenthsOf(result.samples);
printTable(
  ['calls', 'RSS, MB', 'descriptors', 'handles', 'threads', 'p50 ms', 'p99 ms', 'calls/s'],
  tenths.map((tenth) => [
    String(tenth.calls),
    (tenth.residentBytes / 1e6).toFixed(0),
    String(tenth.descriptors),
    String(tenth.handles),
    String(tenth.threads),
    tenth.p50Ms.toFixed(1),
    tenth.p99Ms.toFixed(0),
    tenth.callsPerSecond.toFixed(1),
  ]),
);
const afterWarmUp = result.samples.slice(Math.ceil(result.samples.length * WARM_UP_SHARE));
const verdicts = judgeSoak(afterWarmUp, BOUNDS);
console.log();
printTable(
  ['Growth after the warm-up', 'Value', 'Wanted', ''],
  verdicts.map(({ measure, value, limit, isKept }) => [
    measure,
    measure.endsWith('Bytes') ? `${(value / 1e6).toFixed(1)} MB` : value.toFixed(2),
    measure.endsWith('Bytes') ? `< ${limit / 1e6} MB` : `< ${limit}`,
    isKept ? 'kept' : 'MISSED',
  ]),
);
console.log(
  `\n${result.samples.at(-1)?.calls ?? 0} calls in ${result.seconds.toFixed(0)} s; ${result.unexpected} answered unexpectedly`,
);
for (const response of result.unexpectedResponses) console.log(`- ${response}`);
const { seconds, kinds, unexpected } = result;
if (calls >= FULL_LENGTH) {
  const file = await saveResults('soak', { calls, seconds, kinds, unexpected, tenths, verdicts });
  console.log(`\nSaved in ${file}`);
}
if (unexpected > 0 || !verdicts.every(({ isKept }) => isKept)) process.exitCode = 1;

interface Tenth {
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
function tenthsOf(samples: readonly SoakSample[]): Tenth[] {
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
