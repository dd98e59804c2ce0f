// `npm test`: installs what is missing, builds, and runs the default tests, then those in a browser where there is one.
// Arguments go to vitest and choose among the default tests.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

const VITEST = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];
const chosen = process.argv.slice(2);

await installIfNeeded();
await build();
await run(process.execPath, [...VITEST, ...chosen]);
if (chosen.length === 0) {
  // Both sizes, and no excuse for a missing browser: `npm run test:browser`.
  const env = { ...process.env, FACET_WITHOUT_CHROMIUM: 'skip', FACET_BROWSER_DEVICE: 'desktop' };
  await run(process.execPath, [...VITEST, '--config', 'vitest.browser.config.ts'], { env });
}
