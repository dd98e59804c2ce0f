#!/usr/bin/env node
import { tooFewOpenFiles } from './open-files.js';

/** Exit code for an invalid setting. */
const WRONG_SETTING = 2;

const fail = (message: string, code: number): never => {
  console.error(`Facet cannot start: ${message}`);
  process.exit(code);
};

// Checked first: loading the modules alone needs more open files than some limits allow.
const tooFew = tooFewOpenFiles();
if (tooFew !== null) fail(tooFew, WRONG_SETTING);
const { homeDir } = await import('@facet/engine');
const { ConfigError, readConfig } = await import('./config/config.js');
const { environmentOf } = await import('./command-line.js');
const { VERSION } = await import('../observe/version.js');

try {
  const env = environmentOf({
    args: process.argv.slice(2),
    env: process.env,
    version: VERSION,
    write: (text) => process.stdout.write(text),
  });
  if (env !== null) {
    const config = readConfig({ env, platform: process.platform, homeDir: homeDir() });
    const { serve } = await import('./serve.js');
    await serve(config);
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  fail(message, error instanceof ConfigError ? WRONG_SETTING : 1);
}
