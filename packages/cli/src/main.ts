#!/usr/bin/env node
import { createRequire } from 'node:module';
import { runCli } from './run-cli.js';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

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
