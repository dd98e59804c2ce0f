import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { INSTALL_DEADLINE_MS, npm } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threePeople } from '../service/photos.js';
import { startService, API_KEY, type StartedService } from '../service/started-service.js';

/** The tools with their versions; 190 MB, which only this test needs. */
const TOOLS = fileURLToPath(new URL('openapi-tools/', import.meta.url));
const TOOL_DEADLINE_MS = 120_000;
/** Redocly sends telemetry to its maker otherwise. */
const NO_REPORTS = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Everything the service takes, and uploads alone for generators that know one body for each operation. */
const DOCUMENTS = ['openapi.json', 'openapi-multipart.json'] as const;

let folder: string;
let service: StartedService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-openapi-tools-'));
  for (const name of ['package.json', 'package-lock.json']) await copyFile(TOOLS + name, join(folder, name));
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folder);
  service = await startService();
  for (const name of DOCUMENTS)
    await writeFile(join(folder, name), await (await fetch(`${service.url}/${name}`)).text());
  await writeFile(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
  await writeFile(join(folder, 'photo.jpg'), await threePeople());
}, INSTALL_DEADLINE_MS);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(program: string, args: readonly string[]): Promise<Ended> {
  const ended = await attempt(program, args);
  if (ended.code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${ended.out}\n${ended.err}`);
  return ended;
}

/** Linters that find something end with an exit code other than 0. */
async function attempt(program: string, args: readonly string[]): Promise<Ended> {
  try {
    const env = { ...process.env, ...NO_REPORTS };
    const options = { cwd: folder, env, timeout: TOOL_DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number' || stdout === undefined) throw error;
    return { code, out: stdout, err: stderr ?? '' };
  }
}

const tool = (name: string): string => join(folder, 'node_modules', '.bin', name);

describe.each(DOCUMENTS)('/%s', (name) => {
  it('has no error and no warning of redocly', { timeout: TOOL_DEADLINE_MS }, async () => {
    const { out } = await attempt(tool('redocly'), ['lint', '--extends=recommended', '--format=json', name]);
    const { problems } = JSON.parse(out) as { problems: Problem[] };
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('has no error, no warning and no hint of spectral', { timeout: TOOL_DEADLINE_MS }, async () => {
    const { out } = await attempt(tool('spectral'), [
      'lint',
      '--ruleset=.spectral.json',
      '--format=json',
      '--quiet',
      name,
    ]);
    const problems = JSON.parse(out) as { code: string; message: string; path: string[] }[];
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });

  it(
    'becomes types with openapi-typescript, which name the faces',
    { timeout: TOOL_DEADLINE_MS },
    async () => {
      await quiet('openapi-typescript', [name, '-o', 'openapi-typescript.ts']);
      await compiles(
        'use-types.ts',
        `import type { operations } from './openapi-typescript.js';
       type Answer = operations['getImageAttr']['responses'][200]['content']['application/json'];
       export const ages = (answer: Answer): string[] => {
         // Where a list of images may be sent, a list of responses may come back.
         if (!('attributes' in answer.data)) return [];
         const { image_size: size, ...faces } = answer.data.attributes;
         return [String(size[0]), ...Object.values(faces).map((face) => face.age)];
       };`,
      );
    },
  );
});

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What a generator warns of is a fault of the document as long as nothing else is known. */
async function quiet(name: string, args: readonly string[]): Promise<void> {
  const { out, err } = await run(tool(name), args);
  expect(out + err).not.toMatch(/warn|error|duplicate|unsupported/i);
}

const STRICT = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck';

async function compiles(file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text);
  const { out } = await attempt(tool('tsc'), [
    ...STRICT.split(' '),
    '--lib',
    'es2023,dom,dom.iterable',
    file,
  ]);
  expect(out).toBe('');
}

/** Runs a program against the service and gives back what it wrote. */
async function runs(file: string): Promise<unknown> {
  await run(tool('esbuild'), [file, '--bundle', '--platform=node', '--format=esm', `--outfile=${file}.mjs`]);
  const { out } = await run(process.execPath, [`${file}.mjs`, service.url, API_KEY]);
  return JSON.parse(out);
}

const READ_PHOTO = `import { readFileSync } from 'node:fs';
const [url = '', apiKey = ''] = process.argv.slice(2);
const photo = new Blob([readFileSync('photo.jpg')], { type: 'image/jpeg' });
`;

/** The generated programs are compiled without the types of Node. */
const NODE_TYPES = `declare module 'node:fs' { export function readFileSync(path: string): Uint8Array<ArrayBuffer>; }
declare const process: { argv: string[] };
`;

describe('a client generated from /openapi-multipart.json', () => {
  const UPLOADED = { status: 200, age: '20-40', faces: 3, match: '0.000000', rejected: '4002' };

  it('by hey-api uploads files', { timeout: 2 * TOOL_DEADLINE_MS }, async () => {
    const document = 'openapi-multipart.json';
    await quiet('openapi-ts', [
      '-i',
      document,
      '-o',
      'hey-api',
      '-c',
      '@hey-api/client-fetch',
      '--no-log-file',
    ]);
    await writeFile(join(folder, 'node.d.ts'), NODE_TYPES);
    await compiles(
      'use-hey-api.ts',
      `/// <reference path="./node.d.ts" />
${READ_PHOTO}import { client } from './hey-api/client.gen';
import { getImageAttr, matchFaces } from './hey-api/sdk.gen';
client.setConfig({ baseUrl: url, auth: apiKey });
const attributes = await getImageAttr({ body: { image_attr: photo } });
const match = await matchFaces({ body: { img_1: photo, img_2: photo }, query: { face_det: '1' } });
const rejected = await getImageAttr({ body: { image_attr: photo }, auth: 'nobody-knows-this' });
const faces = attributes.data?.data.attributes;
console.log(JSON.stringify({
  status: attributes.response?.status,
  age: faces?.face_id_0?.age,
  faces: Object.keys(faces ?? {}).length - 1,
  match: match.data?.data.score,
  rejected: rejected.error?.code,
}));
`,
    );
    expect(await runs('use-hey-api.ts')).toEqual(UPLOADED);
  });

  it.each([
    ['orval', '.bin/orval'],
    // Its command has the same name.
    ['orval 7', 'orval-7/dist/bin/orval.js'],
  ])('by %s uploads files', { timeout: 2 * TOOL_DEADLINE_MS }, async (_name, program) => {
    const document = 'openapi-multipart.json';
    await quiet(`../${program}`, ['--input', document, '--output', 'orval.ts', '--client', 'fetch']);
    await writeFile(join(folder, 'node.d.ts'), NODE_TYPES);
    await compiles(
      'use-orval.ts',
      `/// <reference path="./node.d.ts" />
${READ_PHOTO}import { getImageAttr, matchFaces } from './orval';
// Its functions know the path alone.
const fetchOfPath = globalThis.fetch;
globalThis.fetch = (path, init) => fetchOfPath(new URL(String(path), url), init);
const options = { headers: { user_id: apiKey } };
const attributes = await getImageAttr({ image_attr: photo }, {}, options);
const match = await matchFaces({ img_1: photo, img_2: photo }, { face_det: '1' }, options);
const rejected = await getImageAttr({ image_attr: photo }, {}, { headers: { user_id: 'nobody-knows-this' } });
const faces = attributes.status === 200 ? attributes.data.data.attributes : undefined;
console.log(JSON.stringify({
  status: attributes.status,
  age: faces?.face_id_0?.age,
  faces: Object.keys(faces ?? {}).length - 1,
  match: match.status === 200 ? match.data.data.score : undefined,
  rejected: rejected.data.code,
}));
`,
    );
    expect(await runs('use-orval.ts')).toEqual(UPLOADED);
  });
});

it('says the same in both documents, but for the JSON bodies of images, lists in them and the names of faces', async () => {
  const [all, forms] = await Promise.all(
    DOCUMENTS.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as OpenApi),
  );
  const withoutJson = structuredClone(all);
  // One knows faces by a family of names, the other by every name that there may be.
  for (const document of [withoutJson, forms]) delete document?.components.schemas['ImageFaces'];
  for (const methods of Object.values(withoutJson?.paths ?? {}))
    for (const { requestBody, responses } of Object.values(methods)) {
      if (requestBody?.content['multipart/form-data'] !== undefined)
        delete requestBody.content['application/json'];
      const content = responses['200']?.content ?? {};
      if (content['application/x-ndjson'] === undefined) continue;
      delete content['application/x-ndjson'];
      const json = content['application/json'];
      // The response to one image; the other is that to a list.
      if (json !== undefined) json.schema = json.schema.anyOf?.[0] ?? {};
    }
  expect(withoutJson).not.toEqual(all);
  expect(forms).toEqual(withoutJson);
});

interface OpenApi {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: { anyOf?: object[] } } | undefined> }>;
}
