import { parseArgs } from 'node:util';
import { measureColdStart } from './capacity/cold-start.js';
import { measureDatabase } from './capacity/database-part.js';
import { measureOperations } from './capacity/operations-part.js';
import { machineLoad } from './common/machine-load.js';
import { measureThreads } from './capacity/threads-part.js';
import { saveResults } from './common/save-results.js';

/**
 * `npm run bench:capacity`: the load that each operation sustains, and the cold start. `-- --database`: the metering of 20,000
 * calls per second. `-- --threads`: workers against threads. `-- --cold-start`: that alone. `-- --operation match`: only
 * operations with this part of the name. `--seconds` sets the length of one step.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'boolean', default: false },
    threads: { type: 'boolean', default: false },
    'cold-start': { type: 'boolean', default: false },
    operation: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const STEP_SECONDS = 8;
const THREADS_STEP_SECONDS = 4;
const DATABASE_SECONDS = 30;

const load = machineLoad();
const seconds = (usual: number): number => Number(values.seconds ?? usual);

async function save(part: string, results: object): Promise<void> {
  console.log(`Saved in ${await saveResults('capacity', { load, ...results }, part)}\n`);
}

const isPart = values.database || values.threads || values['cold-start'];
const isAll = !isPart && values.operation === undefined;
let isReached = true;
if (values['cold-start'] || isAll) {
  const coldStart = await measureColdStart();
  isReached &&= coldStart.isReached;
  await save('coldStart', coldStart);
}
if (!isPart) {
  const rows = await measureOperations(seconds(STEP_SECONDS), values.operation ?? '');
  // The steps of the search for the limit are printed, not saved.
  const summary = rows.map((row) => ({ ...row, steps: undefined }));
  if (values.operation === undefined) await save('operations', { rows: summary });
}
if (values.threads) await save('threads', { rows: await measureThreads(seconds(THREADS_STEP_SECONDS)) });
if (values.database) {
  const database = await measureDatabase(seconds(DATABASE_SECONDS));
  isReached &&= database.isReached;
  await save('database', database);
}
if (!isReached) process.exitCode = 1;
