// `npm run build`: installs what is missing and builds everything that has changed.
import { build, installIfNeeded } from './install.mjs';

await installIfNeeded();
await build();
