import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['deploy/**/*.test.ts'],
    // Needs nginx, promtool and Go (scripts/ci-deploy-tools.sh), and root for a read-only file system.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
