// `npm run test:browser`, `test:cluster`, `test:hard` and others: one of the longer suites, named first. Further arguments go to vitest
// and choose among its tests.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

const [suite, ...args] = process.argv.slice(2);
await installIfNeeded();
await build();
await run(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  `vitest.${suite}.config.ts`,
  ...args,
]);
