import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/cli/acceptance/{pack,clone}.test.ts'],
    pool: 'forks',
  },
});
