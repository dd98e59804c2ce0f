import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/portal/browser/**/*.test.ts'],
    // One browser and one service at a time: what they show must not depend on what else runs.
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 300_000,
  },
});
