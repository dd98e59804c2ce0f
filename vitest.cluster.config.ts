import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['cluster/**/*.test.ts'],
    // One cluster at a time: each is a database, three servers and a proxy.
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
