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
const { serve } = await import('./serve.js');

try {
  const config = readConfig({ env: process.env, platform: process.platform, homeDir: homeDir() });
  await serve(config);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  fail(message, error instanceof ConfigError ? WRONG_SETTING : 1);
}
