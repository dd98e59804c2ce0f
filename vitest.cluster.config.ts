import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['cluster/**/*.test.ts'],
    // One cluster at a time: each is a database, three servers and a proxy.
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // Deadlines only: a busy machine takes its time for a dozen starts.
    testTimeout: 420_000,
    hookTimeout: 420_000,
  },
});
