#!/usr/bin/env node
import { userInfo } from 'node:os';
import { homeDir } from '@facet/engine';
import { DONE, FAILED, runAdmin } from './run.js';

// A closed pipe (`… | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? DONE : FAILED);
});

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  homeDir: homeDir(),
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
  systemUser: nameOfUser(),
});

/** In a container, the uid may have no user name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
