import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['clients/**/*.test.ts'],
    // Needs the languages that scripts/ci-client-tools.sh installs.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
