import { judgeSoak, runSoak, startSoak, type SoakBounds } from '@facet/testing';
import { readSample, SAMPLE_NAMES } from './data/sample-photos.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';
import { tenthsOf } from './soak/tenths.js';

/** `npm run bench:soak -- 2000`: how many calls. Only the whole is kept among the results. */
const WHOLE = 50_000;
const calls = Number(process.argv[2] ?? WHOLE);
/** While caches fill and code is compiled, growth is no leak. */
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
const { service, deck, stop } = await startSoak(photos);
const result = await runSoak({
  service,
  deck,
  calls,
  onLook: ({ calls: made }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${made} of ${calls} calls`);
  },
}).finally(stop);
if (process.stderr.isTTY) process.stderr.write('\r');

const tenths = tenthsOf(result.looks);
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
const afterWarmUp = result.looks.slice(Math.ceil(result.looks.length * WARM_UP_SHARE));
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
  `\n${result.looks.at(-1)?.calls ?? 0} calls in ${result.seconds.toFixed(0)} s; ${result.surprised} answered otherwise than they must be`,
);
for (const surprise of result.surprises) console.log(`- ${surprise}`);
const { seconds, kinds, surprised } = result;
if (calls >= WHOLE) {
  const file = await saveResults('soak', { calls, seconds, kinds, surprised, tenths, verdicts });
  console.log(`\nSaved in ${file}`);
}
if (surprised > 0 || !verdicts.every(({ isKept }) => isKept)) process.exitCode = 1;
