import { configDefaults, defineConfig } from 'vitest/config';
import { SLOW } from './vitest.slow.config.ts';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/acceptance/**/*.test.ts', 'bench/src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Whole programs, started and stopped many times: `npm run test:slow`.
      ...SLOW,
      // What a new user does: install into an empty project or a clean clone, and run every example: `npm run test:pack`.
      'packages/cli/acceptance/{pack,clone,documented-outputs}.test.ts',
      'packages/server/acceptance/openapi-tools.test.ts',
    ],
    // Native addons (sharp, onnxruntime) live more safely in processes than in threads that end.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
