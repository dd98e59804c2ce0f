import { Ajv } from 'ajv';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './shared/run-tool.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly needs?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(ROOT, '.github', 'workflows');
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({
  name,
  workflow: parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow,
}));

const TEXTS = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
const PERMISSIONS = { type: 'object', additionalProperties: { enum: ['read', 'write', 'none'] } };
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** The part of GitHub's syntax for workflows that ours use. A misspelt key would be ignored there, or stop the run. */
const STEP = {
  ...closed({
    id: { type: 'string' },
    name: { type: 'string' },
    if: { type: 'string' },
    uses: { type: 'string' },
    with: TEXTS,
    run: { type: 'string' },
    env: TEXTS,
    'working-directory': { type: 'string' },
  }),
  oneOf: [{ required: ['uses'] }, { required: ['run'] }],
};
const JOB = closed(
  {
    needs: { type: 'string' },
    if: { type: 'string' },
    'runs-on': { type: 'string' },
    'timeout-minutes': { type: 'number', maximum: 120 },
    environment: { type: 'string' },
    permissions: PERMISSIONS,
    env: TEXTS,
    container: closed({ image: { type: 'string' }, options: { type: 'string' } }, ['image']),
    steps: { type: 'array', minItems: 1, items: STEP },
  },
  ['runs-on', 'timeout-minutes', 'steps'],
);
const WORKFLOW = closed(
  {
    name: { type: 'string' },
    on: closed({ push: { type: 'object' }, pull_request: { type: ['object', 'null'] } }),
    permissions: PERMISSIONS,
    env: TEXTS,
    concurrency: closed({ group: { type: 'string' }, 'cancel-in-progress': { type: 'boolean' } }, ['group']),
    jobs: { type: 'object', minProperties: 1, additionalProperties: JOB },
  },
  ['name', 'on', 'permissions', 'jobs'],
);

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false });
const isWorkflow = ajv.compile(WORKFLOW);
const problems = (workflow: unknown): string[] =>
  isWorkflow(workflow)
    ? []
    : (isWorkflow.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

describe.each(WORKFLOWS)('the workflow $name', ({ workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('has only keys that GitHub knows, with values of their kind', () => {
    expect(problems(workflow)).toEqual([]);
  });

  it('waits only for jobs that are there', () => {
    const needed = jobs.flatMap(({ needs }) => needs ?? []);
    expect(needed.filter((name) => !(name in workflow.jobs))).toEqual([]);
  });

  it('names a version of every action', () => {
    const unpinned = steps
      .flatMap(({ uses }) => uses ?? [])
      .filter((uses) => !/@(?:release\/)?v\d/.test(uses));
    expect(unpinned).toEqual([]);
  });

  it('runs scripts and reads files that are there', () => {
    const commands = steps.flatMap(({ run }) => run ?? []).join('\n');
    const named = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const files = [...commands.matchAll(/(?<![\w./])(?:scripts|packages|deploy|\.ci)\/[\w./-]+/g)]
      .map(([path]) => path)
      .filter((path) => !path.endsWith('/'));
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('a release publishes nothing before the job that audits and checks the version has passed', () => {
  const jobs = WORKFLOWS.find(({ name }) => name === 'release.yml')?.workflow.jobs ?? {};
  const [first = '', ...others] = Object.keys(jobs);
  const commands = (jobs[first]?.steps ?? []).map(({ run = '' }) => run);
  const at = (start: string): number => commands.findIndex((command) => command.startsWith(start));
  const publish = commands.findIndex((command) => /npm publish (?!--dry-run)|gh release/.test(command));
  expect(at('npm run audit')).toBeGreaterThan(-1);
  expect(at('node scripts/release.mjs --notes')).toBeGreaterThan(-1);
  expect(Math.max(at('npm run audit'), at('node scripts/release.mjs --notes'))).toBeLessThan(publish);
  const waitsForFirst = (name: string): boolean => {
    const needs = jobs[name]?.needs;
    return needs !== undefined && (needs === first || waitsForFirst(needs));
  };
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((name) => !waitsForFirst(name))).toEqual([]);
});

it('a misspelt key, a step that does nothing and a job without a limit are found', () => {
  const job = { 'runs-on': 'ubuntu-24.04', steps: [{ rum: 'npm test' }] };
  const found = problems({ name: 'a', on: { push: {} }, permissions: {}, jobs: { job } }).join('\n');
  expect(found).toContain('/jobs/job/steps/0 must NOT have additional properties');
  expect(found).toContain("/jobs/job/steps/0 must have required property 'run'");
  expect(found).toContain("/jobs/job must have required property 'timeout-minutes'");
});
