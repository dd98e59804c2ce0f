import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/cli/acceptance/{pack,clone,documented-outputs}.test.ts',
      'packages/server/acceptance/openapi-tools.test.ts',
    ],
    pool: 'forks',
    // Installing is slow enough for one at a time.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
