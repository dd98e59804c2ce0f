import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built file, also for tests that run the TypeScript source. */
const MAIN = fileURLToPath(new URL('../../dist/decoder/decoder-main.js', import.meta.url));
/** A small heap, no threads for compiling, and garbage collected as soon as a photo is sent. */
const NODE_FLAGS = ['--expose-gc', '--max-semi-space-size=1', '--v8-pool-size=0', '--max-old-space-size=128'];
/** One decode at a time needs one native thread; large buffers go back to the system when they are freed. */
const SETTINGS = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
/** The only variables that the process inherits: where libraries are found. No setting of the service, no secret. */
const INHERITED = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot'];

const SHELL = '/bin/sh';
/**
 * Limits of the system that a process cannot raise again, whatever a hostile file makes of it: it writes no file, leaves no
 * core dump (which would contain the photo), opens few files, and gets no rights from programs that it might start. Node
 * itself cannot set them. `setpriv` may be missing.
 */
const CONFINED = `ulimit -c 0; ulimit -f 0; ulimit -n 64
export PATH=/usr/bin:/bin
setpriv --no-new-privs -- true 2>/dev/null && exec setpriv --no-new-privs -- "$@"
exec "$@"`;

export type DecoderChild = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a decoder process with pipes to its standard input and output, and as few rights as the platform lets it have. */
export function launchDecoder(argument: string): DecoderChild {
  const env: NodeJS.ProcessEnv = { ...SETTINGS };
  for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name];
  const node = [process.execPath, ...NODE_FLAGS, MAIN, argument];
  const [command = '', ...rest] =
    process.platform === 'linux' && existsSync(SHELL) ? [SHELL, '-c', CONFINED, SHELL, ...node] : node;
  return spawn(command, rest, { env, stdio: ['pipe', 'pipe', 'ignore'] });
}
