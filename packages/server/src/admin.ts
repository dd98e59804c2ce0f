#!/usr/bin/env node
import { homedir } from 'node:os';
import { CommanderError } from 'commander';
import { officeOf } from './admin/office.js';
import { adminProgram } from './admin/program.js';
import { ConfigError, readConfig } from './config.js';

const FAILED = 1;
const WRONG_USE = 2;

const inOffice = officeOf(() =>
  readConfig({ env: process.env, platform: process.platform, homeDir: homedir() }),
);

// A reader that has seen enough (`… | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : FAILED);
});

const program = adminProgram({
  inOffice,
  input: process.stdin,
  out: process.stdout,
  note: (text) => {
    console.error(text);
  },
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Says what is wrong, unless it has been said. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  return error instanceof ConfigError ? WRONG_USE : FAILED;
}
