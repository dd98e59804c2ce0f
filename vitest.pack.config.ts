import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/cli/acceptance/{pack,clone}.test.ts',
      'packages/server/acceptance/openapi-tools.test.ts',
    ],
    pool: 'forks',
    // Installing is slow enough for one at a time.
    fileParallelism: false,
  },
});
