// `npm run test:hard`: the service under attack. Arguments go to vitest and choose among the parts (`ssrf`, `images`, …).
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

await installIfNeeded();
await build();
await run(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  'vitest.hard.config.ts',
  ...process.argv.slice(2),
]);
