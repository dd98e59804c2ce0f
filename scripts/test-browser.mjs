// `npm run test:browser`: the portal's journeys in a real Chromium. Arguments go to vitest.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

await installIfNeeded();
await build();
await run(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  'vitest.browser.config.ts',
  ...process.argv.slice(2),
]);
