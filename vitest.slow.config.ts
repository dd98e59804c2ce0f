import { defineConfig } from 'vitest/config';

export const SLOW = [
  'packages/cli/acceptance/{both-ways,command-line,interrupted,pictures-and-people}.test.ts',
  'packages/server/acceptance/{start-and-stop,tracing}.test.ts',
];

export default defineConfig({
  test: {
    include: SLOW,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
