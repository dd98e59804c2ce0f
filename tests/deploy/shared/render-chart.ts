import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, runTool } from './run-tool.js';

export const CHART = join(ROOT, 'deploy', 'helm', 'facet');
const SOURCE = join(ROOT, 'tests', 'deploy', 'shared', 'render-chart.go');

/** Where Debian puts the Go packages that Helm's templates are made of. */
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

export interface Rendered {
  readonly manifests: readonly Manifest[];
  readonly notes: string;
  /** The one manifest of a kind; fails where there is none or another. */
  readonly one: (kind: string) => Manifest;
}

/** The values that a chart cannot do without. */
export const NEEDED = {
  image: { repository: 'registry.example/facet' },
  secret: { databaseUrl: 'postgres://facet:word@postgres/facet', facetSecret: 's'.repeat(32) },
};

export type Render = (values: Readonly<Record<string, unknown>>) => Promise<Rendered>;

/** The renderer, built once for all the test files; its name carries what it was built from. */
async function builtRenderer(): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(SOURCE))
    .digest('hex')
    .slice(0, 16);
  const program = join(tmpdir(), `facet-render-chart-${hash}`);
  if (existsSync(program)) return program;
  const folder = await mkdtemp(join(tmpdir(), 'facet-go-'));
  const env = { ...GO, GOCACHE: join(folder, 'cache') };
  const built = await runTool('go', ['build', '-o', join(folder, 'program'), SOURCE], { env, cwd: folder });
  if (built.code !== 0) throw new Error(`The renderer cannot be built:\n${built.err}`);
  await rename(join(folder, 'program'), program);
  await rm(folder, { recursive: true, force: true });
  return program;
}

/** Renders the chart with values over its own. A template that fails is an error with what it says. */
export async function chartRenderer(): Promise<Render> {
  const program = await builtRenderer();
  return async (values) => {
    const run = await runTool(program, [CHART, 'faces', 'prod'], { input: JSON.stringify(values) });
    if (run.code !== 0) throw new Error(run.err.trim());
    const { 'NOTES.txt': notes = '', ...files } = JSON.parse(run.out) as Record<string, string>;
    const manifests = Object.entries(files).flatMap(([name, text]) => read(name, text));
    return {
      manifests,
      notes,
      one: (kind) => {
        const [found, ...others] = manifests.filter((each) => each.kind === kind);
        if (found === undefined || others.length > 0) throw new Error(`There is not one ${kind}.`);
        return found;
      },
    };
  };
}

function read(name: string, text: string): Manifest[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true });
  if ('empty' in documents) return [];
  return documents.flatMap((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw new Error(`${name}: ${fault.message}`);
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
