// `npm run bench:NAME`: installs what is missing, builds, and runs lab/bench/src/NAME.ts.
import { join } from 'node:path';
import { build, installIfNeeded, ROOT, run } from './install.mjs';

const [name, ...args] = process.argv.slice(2);
await installIfNeeded();
await build();
await run(process.execPath, [join(ROOT, 'lab', 'bench', 'dist', `${name}.js`), ...args]);
