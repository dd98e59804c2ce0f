#!/usr/bin/env node
// npm links commands when it installs, before anything is built, so the linked file has to be a committed one.
import { existsSync } from 'node:fs';

const main = new URL('../dist/boot/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('facet-server is not built yet. Run "npm run build" in the folder of Facet first.');
  process.exitCode = 1;
}
