// `npm start`: installs what is missing, builds, and runs the service in this very process, which signals then reach.
import { build, installIfNeeded } from './install.mjs';

await installIfNeeded();
console.log('Building …');
await build();
console.log('Starting …');
await import('../packages/server/dist/main.js');
