#!/usr/bin/env node
import { homedir } from 'node:os';
import { ConfigError, readConfig } from './config.js';
import { serve } from './serve.js';

/** The exit code for a start that a setting prevents. */
const WRONG_SETTING = 2;

try {
  const config = readConfig({ env: process.env, platform: process.platform, homeDir: homedir() });
  await serve(config);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`Facet cannot start: ${message}`);
  process.exit(error instanceof ConfigError ? WRONG_SETTING : 1);
}
