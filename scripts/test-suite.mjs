// `npm run test:browser`, `test:cluster`, `test:hard` and others: one of the longer suites, named first. Further arguments go to vitest
// and choose among its tests.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

/** What takes longer is ended, and has failed. */
const MINUTES = { hard: 15 };
const MINUTES_OF_OTHERS = 60;

const [suite, ...args] = process.argv.slice(2);
await installIfNeeded();
await build();
const minutes = MINUTES[suite] ?? MINUTES_OF_OTHERS;
const late = setTimeout(() => {
  console.error(`\nThe suite took longer than its ${minutes} minutes and is ended.`);
}, minutes * 60_000);
await run(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    `vitest.${suite}.config.ts`,
    ...args,
  ],
  { timeout: minutes * 60_000 + 1000 },
);
clearTimeout(late);
