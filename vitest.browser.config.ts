import { defineConfig } from 'vitest/config';
import { findChromium } from './packages/portal/browser/find-chromium.js';

/** Whether there is a browser to test in. Only `npm test` goes on without one, and says so. */
function hasChromium(): boolean {
  try {
    findChromium();
    return true;
  } catch (error) {
    if (process.env.FACET_WITHOUT_CHROMIUM !== 'skip') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`\n!!! THE BROWSER TESTS DID NOT RUN !!!\n${reason}\n`);
    return false;
  }
}

export default defineConfig({
  test: {
    include: hasChromium() ? ['packages/*/browser/**/*.test.ts'] : [],
    passWithNoTests: true,
    // Each file has a browser and a service of its own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 300_000,
  },
});
