import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  modelCache,
  startContained,
  statusInside,
  untilStatus,
  type ContainedServer,
} from '../shared/contained-server.js';
import { readImageFacts } from '../shared/dockerfile.js';
import { ROOT, runTool } from '../shared/run-tool.js';

const BAKE_DEADLINE_MS = 240_000;
const START_DEADLINE_MS = 100_000;
const SOURCE = join(ROOT, 'deploy', 'image', 'bake-models.ts');
const image = readImageFacts();
const [PROCESSOR, OTHER_PROCESSOR] = process.arch === 'x64' ? ['amd64', 'arm64'] : ['arm64', 'amd64'];
const port = image.env['PORT'] ?? '';

let home: string;
let models: string;
let server: ContainedServer;

/** What the Dockerfile runs to fill its folder of models; the weights come from the cache of this machine, where it has them. */
async function bake(folder: string, processor: string): Promise<void> {
  // Beside the packages, where it finds the engine.
  const program = await mkdtemp(join(ROOT, 'node_modules', '.facet-bake-'));
  const module = ts.ModuleKind.ESNext;
  const target = ts.ScriptTarget.ES2023;
  const { outputText } = ts.transpileModule(await readFile(SOURCE, 'utf8'), {
    compilerOptions: { module, target },
  });
  await writeFile(join(program, 'bake-models.mjs'), outputText);
  const known = existsSync(join(modelCache(), 'weights')) ? [modelCache()] : [];
  const args = [join(program, 'bake-models.mjs'), folder, processor, ...known];
  const { code, out, err } = await runTool(process.execPath, args, { deadlineMs: BAKE_DEADLINE_MS });
  await rm(program, { recursive: true });
  expect(code, out + err).toBe(0);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'facet-baked-'));
  // The server is another user; the folder itself is left as the program makes it.
  await chmod(home, 0o755);
  models = join(home, 'models');
  await bake(models, PROCESSOR);
  server = startContained({ image, env: image.env, models, network: 'none' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(home, { recursive: true });
});

describe('the models of the image', () => {
  it('are built ones, without what they are built from', async () => {
    expect((await readdir(models)).sort()).toEqual(['built']);
    const built = await readdir(join(models, 'built'));
    expect(built.length).toBeGreaterThan(3);
    expect(built.filter((name) => !name.endsWith('.onnx'))).toEqual([]);
  });

  it('are those of the processor that the image is for, wherever it is built', async () => {
    const forOther = join(home, 'other');
    await bake(forOther, OTHER_PROCESSOR);
    const [own, other] = await Promise.all(
      [models, forOther].map(async (folder) =>
        (await readdir(join(folder, 'built'))).filter((name) => name.startsWith('embedder-')),
      ),
    );
    // One in the form for the processor, one for web pages.
    expect(own).toHaveLength(2);
    expect(other).toHaveLength(2);
    expect(new Set([...(own ?? []), ...(other ?? [])]).size).toBe(3);
  });

  it('are all that a server needs: read-only, and with no network but its own loopback', async () => {
    await untilStatus(
      server,
      `http://127.0.0.1:${port}/readyz`,
      200,
      START_DEADLINE_MS,
      statusInside(server),
    );
    const interfaces = readFileSync(`/proc/${server.pid()}/net/dev`, 'utf8').matchAll(/^\s*(\S+):/gm);
    expect([...interfaces].map(([, name]) => name)).toEqual(['lo']);
    expect(server.written()).not.toContain('Fetching');
    const mounts = readFileSync(`/proc/${server.pid()}/mounts`, 'utf8');
    expect(mounts).toMatch(new RegExp(` ${image.env['FACET_CACHE_DIR'] ?? ''} \\S+ ro,`));
  });

  it('are beside the photos that the portal shows', async () => {
    const ask = statusInside(server);
    expect(await ask(`http://127.0.0.1:${port}/samples/1-portrait.jpg`)).toBe(200);
    expect(await ask(`http://127.0.0.1:${port}/samples/0.jpg`)).toBe(404);
  });
});
