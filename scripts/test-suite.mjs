// `npm run test:browser`, `test:cluster`, `test:hard` and others: one of the longer suites, named first. Further arguments go to vitest
// and choose among its tests.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

/** What takes longer is ended, and has failed. The longest suite takes 12 to 30 minutes, by the processor. */
const MINUTES = 45;

const [suite, ...args] = process.argv.slice(2);
await installIfNeeded();
await build();
const late = setTimeout(() => {
  console.error(`\nThe suite took longer than its ${MINUTES} minutes and is ended.`);
}, MINUTES * 60_000);
await run(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    `vitest.${suite}.config.ts`,
    ...args,
  ],
  { timeout: MINUTES * 60_000 + 1000 },
);
clearTimeout(late);
