// `npm test`: installs what is missing, builds, and runs the default tests. Arguments go to vitest.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

await installIfNeeded();
await build();
await run(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  ...process.argv.slice(2),
]);
