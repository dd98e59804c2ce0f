import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Whole programs and many photos: too slow for `npm test`, which has to stay below three minutes. */
const PROGRAMS = [
  'bench/src/gallery/real-photos.test.ts',
  'packages/cli/acceptance/*.test.ts',
  'packages/client/src/client{,-attributes,-errors,-plans}.test.ts',
  'packages/client/src/{documented-programs,published-types}.test.ts',
  'packages/engine/src/integration/*.test.ts',
  'packages/engine/src/models/built/wrong-sources.test.ts',
  'packages/model-build/acceptance/*.test.ts',
  'packages/server/acceptance/!(4-endpoints).test.ts',
  'packages/server/src/accounts/meter/meter-processes.test.ts',
  'packages/server/src/admin/admin.process.test.ts',
  'packages/server/src/db/backup.test.ts',
  'packages/wasm/src/compiler/compile-kernel.test.ts',
];

/** They start processes, wait for deadlines, or hash many passwords at full cost. */
const WAITING = [
  'packages/cli/src/commands/gallery-lock.processes.test.ts',
  'packages/engine/src/decoder/decoder-process.test.ts',
  'packages/engine/src/image/decode-{orientation,threads}.test.ts',
  'packages/engine/src/models/built-models.test.ts',
  'packages/engine/src/models/cache/lock.test.ts',
  'packages/engine/src/models/fetch/{file-store,store-processes}.test.ts',
  'packages/engine/src/pipeline/work-budget.test.ts',
  'packages/gallery/src/gallery.properties.test.ts',
  'packages/server/src/accounts/meter/meter-{away,parallel}.test.ts',
  'packages/server/src/accounts/people/{changing-password,people}.test.ts',
  'packages/server/src/accounts/user-ids/rotate-secret.test.ts',
  'packages/server/src/admin/admin.flow.test.ts',
  'packages/server/src/db/postgres/open-postgres.test.ts',
  'packages/server/src/http/{fetch-bounds,load}.test.ts',
  'packages/server/src/http/account/behind-proxy.test.ts',
  'packages/server/src/http/operations/batch.test.ts',
  'packages/server/src/http/plugins/graceful-close.test.ts',
  'packages/server/src/http/portal/show-picture.test.ts',
  'packages/server/src/http/trial/trial.test.ts',
];

const SLOW = [...PROGRAMS, ...WAITING];

/** What a new user does: install into an empty project or a clean clone, and run every example. */
const PACK = [
  'packages/cli/acceptance/{pack,clone,documented-outputs,runtimes}.test.ts',
  'packages/server/acceptance/openapi-tools.test.ts',
];

/** They mostly wait, for deadlines or for a service to start, and compare no times that another could disturb. */
const RESILIENCE_SIDE_BY_SIDE = [
  'tests/resilience/requests/*.test.ts',
  'tests/resilience/{privacy,public}/*.test.ts',
  'tests/resilience/ssrf/*.test.ts',
  'tests/resilience/access/{logs,operations,sessions}.test.ts',
  'tests/resilience/failure/{clock,disk,models,second-server,server-killed,worker}.test.ts',
];

interface Suite {
  readonly name: string;
  readonly include: string[];
  readonly exclude?: string[];
  /** Two where files do not disturb each other. */
  readonly maxWorkers: 1 | 2;
  /** Bounds for what hangs; a busy machine stays well below them. */
  readonly testMinutes?: number;
  readonly hookMinutes?: number;
  readonly globalSetup?: string;
}

const SUITES: readonly Suite[] = [
  {
    name: 'quick',
    include: ['packages/*/src/**/*.test.ts', 'packages/*/acceptance/**/*.test.ts', 'bench/src/**/*.test.ts'],
    exclude: [...SLOW, ...PACK],
    maxWorkers: 2,
    globalSetup: 'packages/server/src/testing/shared-postgres.test.fixture.ts',
  },
  {
    name: 'slow',
    include: SLOW,
    exclude: PACK,
    maxWorkers: 2,
    globalSetup: 'packages/server/src/testing/shared-postgres.test.fixture.ts',
  },
  { name: 'browser', include: ['packages/*/browser/**/*.test.ts'], maxWorkers: 2 },
  { name: 'pack', include: PACK, maxWorkers: 1, testMinutes: 5 },
  { name: 'clients', include: ['clients/**/*.test.ts'], maxWorkers: 1, testMinutes: 5 },
  // One cluster at a time: each is a database, three servers and a proxy.
  { name: 'cluster', include: ['tests/cluster/**/*.test.ts'], maxWorkers: 1, testMinutes: 7, hookMinutes: 7 },
  { name: 'deploy', include: ['deploy/**/*.test.ts'], maxWorkers: 2, testMinutes: 6 },
  {
    name: 'resilience alone',
    include: ['tests/resilience/**/*.test.ts'],
    exclude: RESILIENCE_SIDE_BY_SIDE,
    maxWorkers: 1,
  },
  { name: 'resilience side by side', include: RESILIENCE_SIDE_BY_SIDE, maxWorkers: 2 },
];

export default defineConfig({ test: { projects: SUITES.map(project) } });

function project(
  { name, include, exclude = [], maxWorkers, testMinutes = 3, hookMinutes = 5, globalSetup }: Suite,
  order: number,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      // Native addons (sharp, onnxruntime) live more safely in processes than in threads that end.
      pool: 'forks',
      maxWorkers,
      fileParallelism: maxWorkers > 1,
      sequence: { groupOrder: order },
      testTimeout: testMinutes * 60_000,
      hookTimeout: hookMinutes * 60_000,
      // Vitest's default of one second is short on a busy machine.
      expect: { poll: { timeout: 30_000 } },
      // For tests that import onnxruntime themselves; whatever uses the engine needs no setting.
      env: { ORT_DISABLE_TELEMETRY: '1' },
      ...(globalSetup === undefined ? {} : { globalSetup }),
    },
  };
}
