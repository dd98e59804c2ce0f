import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { once } from 'node:events';

/**
 * A process that locks a gallery and says what it does: `read` when it has read a lock of another process, `removing`
 * before it moves or removes one, `entered`, `rejected: …`. It goes on from the first two and from `entered` when the
 * file that is named after the step exists.
 */
const [gallery = '', folder = '', ...pauses] = process.argv.slice(2);
const lock = `${folder}/${gallery}.lock`;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

function step(name: string): void {
  fs.writeSync(1, `${name}\n`);
  if (!pauses.includes(name)) return;
  while (!fs.existsSync(`${folder}/${process.pid}-${name}`)) Atomics.wait(sleeping, 0, 0, 5);
}

const { readFileSync, renameSync, rmSync } = fs;
let hasEntered = false;
Object.assign(fs, {
  readFileSync: (...args: Parameters<typeof readFileSync>) => {
    const content = readFileSync(...args);
    if (args[0] === lock && !hasEntered) step('read');
    return content;
  },
  renameSync: (...args: Parameters<typeof renameSync>) => {
    renameSync(...args);
    if (args[0] === lock) step('renamed');
  },
  rmSync: (...args: Parameters<typeof rmSync>) => {
    if (args[0] === lock && !hasEntered) step('removing');
    rmSync(...args);
  },
});
syncBuiltinESMExports();

const { withGalleryLock } = await import('./gallery-lock.js');
try {
  await withGalleryLock(gallery, folder, async () => {
    hasEntered = true;
    fs.writeSync(1, 'entered\n');
    // Until the parent ends the input.
    await once(process.stdin.resume(), 'end');
  });
} catch (error) {
  fs.writeSync(1, `rejected: ${(error as Error).message}\n`);
}
process.stdin.destroy();
