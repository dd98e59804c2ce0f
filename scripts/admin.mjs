// `npm run admin -- …`: `facet-admin`, on a fresh clone too.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

await installIfNeeded({ servingOnly: true });
await build();
await run(process.execPath, [
  join(ROOT, 'packages', 'server', 'dist', 'admin', 'command', 'main.js'),
  ...process.argv.slice(2),
]);
