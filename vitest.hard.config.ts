import { defineConfig } from 'vitest/config';

/** They mostly wait, for deadlines or for a service to start, and compare no times that another could disturb. */
const SIDE_BY_SIDE = [
  'hard/requests/*.test.ts',
  'hard/public/*.test.ts',
  'hard/ssrf/*.test.ts',
  'hard/access/{logs,operations,sessions}.test.ts',
  'hard/failure/{clock,disk,models,second-server,server-killed,worker}.test.ts',
];

const COMMON = { pool: 'forks', testTimeout: 120_000, hookTimeout: 300_000 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...COMMON,
          name: 'alone',
          include: ['hard/**/*.test.ts'],
          exclude: SIDE_BY_SIDE,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...COMMON,
          name: 'side by side',
          include: SIDE_BY_SIDE,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
