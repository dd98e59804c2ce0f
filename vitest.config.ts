import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { parseCLI, type Reporter, type TestModule, type Vitest } from 'vitest/node';

/** Where `npm test` looks. What is too slow for it, which has to stay below three minutes, is named `*.slow.test.ts`. */
const HOMES = '{packages/*/src,lab/*/src,tests/{service,cli,models,liveness}}';

const SHARED_DATABASES = 'packages/server/src/db/shared-databases.test.fixture.ts';

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
    include: [`${HOMES}/**/*.test.ts`],
    exclude: ['**/*.slow.test.ts'],
    maxWorkers: 2,
    globalSetup: SHARED_DATABASES,
  },
  { name: 'slow', include: [`${HOMES}/**/*.slow.test.ts`], maxWorkers: 2, globalSetup: SHARED_DATABASES },
  { name: 'browser', include: ['tests/{portal,client-in-browser,browser}/**/*.test.ts'], maxWorkers: 2 },
  // What a new user does: install into an empty project or a clean clone, and run every example.
  { name: 'pack', include: ['tests/pack/**/*.test.ts'], maxWorkers: 2, testMinutes: 5 },
  { name: 'clients', include: ['tests/clients/**/*.test.ts'], maxWorkers: 2, testMinutes: 5 },
  // One cluster at a time: each is a database, three servers and a proxy.
  { name: 'cluster', include: ['tests/cluster/**/*.test.ts'], maxWorkers: 1, testMinutes: 7, hookMinutes: 7 },
  { name: 'deploy', include: ['tests/deploy/**/*.test.ts'], maxWorkers: 2, testMinutes: 6 },
  // `*.alone.test.ts` compares times or memory or needs the whole machine: another test would disturb it.
  { name: 'resilience alone', include: ['tests/resilience/**/*.alone.test.ts'], maxWorkers: 1 },
  {
    name: 'resilience side by side',
    include: ['tests/resilience/**/*.test.ts'],
    exclude: ['**/*.alone.test.ts'],
    maxWorkers: 2,
  },
];

export default defineConfig({
  test: {
    projects: SUITES.map(project),
    reporters: ['default', nothingMissed()],
    // Services that files share stop when their worker ends.
    teardownTimeout: 60_000,
  },
});

/** Fails a run without tests, or without one of a path that the command line names, or that names an unknown project. */
function nothingMissed(): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit: (started) => {
      vitest = started;
    },
    onTestRunEnd: async (modules) => {
      const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)]);
      const ran = modules.filter(hasRun);
      const missed = [options.project ?? []]
        .flat()
        .filter((name) => !SUITES.some((suite) => suite.name === name));
      for (const path of filter) {
        const specifications = (await vitest?.getRelevantTestSpecifications([path])) ?? [];
        const ids = new Set(specifications.map(({ moduleId }) => moduleId));
        if (!ran.some(({ moduleId }) => ids.has(moduleId))) missed.push(path);
      }
      if (ran.length > 0 && missed.length === 0) return;
      console.error(`\nFAILED: no test ran${missed.length === 0 ? '' : ` of ${missed.join(', ')}`}.`);
      process.exitCode = 1;
    },
  };
}

function hasRun(module: TestModule): boolean {
  for (const test of module.children.allTests()) if (test.result().state !== 'skipped') return true;
  return false;
}

function project({
  name,
  include,
  exclude = [],
  maxWorkers,
  testMinutes = 5,
  hookMinutes = 5,
  globalSetup,
}: Suite): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      // Native addons (sharp, onnxruntime) live more safely in processes than in threads that end.
      pool: 'forks',
      maxWorkers,
      // The files of a worker share the modules that they import, which saves much of the processor time.
      isolate: false,
      fileParallelism: maxWorkers > 1,
      // `npm run test:all` runs all files that may run side by side as one queue, so that no core waits for the end of a suite.
      sequence: { groupOrder: maxWorkers === 1 ? 1 : 0 },
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
