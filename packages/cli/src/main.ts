#!/usr/bin/env node
import { createRequire } from 'node:module';
import { runCli } from './run-cli.js';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

// A reader that has seen enough (`… | head`) is no failure. A run over photos has a listener of its own, which keeps what
// is done; a server keeps running even if nobody reads its banner.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (process.argv[2] === 'serve' || process.stdout.listenerCount('error') > 1) return;
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.stderr.on('error', () => undefined);

const code = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  version,
});
// A server stays. Everything else is over when its output has left, whatever else may still be open.
if (code !== 'stays') {
  process.exitCode = code;
  process.stdout.write('', () => process.exit(code));
}
