import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['hard/**/*.test.ts'],
    // One attack at a time: each starts services of its own and needs the machine for itself.
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
