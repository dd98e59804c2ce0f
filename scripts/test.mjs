// `npm test`: installs what is missing, builds, and runs the quick tests. Arguments go to vitest and choose among them.
// Everything else: `npm run test:all`.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

await installIfNeeded();
await build();
await run(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--project',
  'quick',
  ...process.argv.slice(2),
]);
