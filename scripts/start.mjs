// `npm start`: installs what is missing, builds, and runs the service in this process.
import { buildPages, compile, installIfNeeded } from './install.mjs';

const PARENT_CHECK_MS = 250;

endWithParent();
await installIfNeeded({ servingOnly: true });
console.log('Building …');
await compile();
// One processor builds the pages meanwhile.
const { prepareModels } = await import('../packages/server/dist/boot/prepare-models.js');
await Promise.all([buildPages(), prepareModels()]);
console.log('Starting …');
await import('../packages/server/dist/boot/main.js');

/**
 * npm runs this script through a shell, and a SIGTERM to npm reaches only that shell, which ends without passing it on.
 * A changed parent is the sign of it. Started directly, the process may well outlive its parent, as with nohup.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}
