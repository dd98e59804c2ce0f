import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODEL_NAMES, MODEL_SOURCES, type ModelName, type WeightName } from '@facet/model-build/recipes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '@facet/analysis/errors.js';
import { BUILT_SHA256 } from '../built-hashes.js';
import { recipeOf } from '../built-models.js';
import { sha256Of } from '../cache/cache-files.js';
import { openFileStore } from '../fetch/file-store.js';
import { WEIGHTS, type WeightFile } from '../manifest.js';
import { openStore } from '../store.js';
import { ensureBuilt } from './ensure-built.js';

const NAMES = WEIGHTS.map((file) => file.name);
const NOTHING = new Uint8Array(0);

let folder: string;
let real: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-wrong-'));
  const paths = await openStore().ensure(NAMES);
  real = new Map(
    await Promise.all([...paths].map(async ([name, path]) => [name, await readFile(path)] as const)),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bytes that look random and are the same in every run. */
function noise(seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: 20_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** Everything that might lie where a weight file should. */
function wrongContents(name: WeightName): ReadonlyMap<string, Uint8Array> {
  const right = real.get(name) ?? NOTHING;
  return new Map([
    ['nothing', NOTHING],
    ['a web page', text('<!doctype html><title>Not found</title>')],
    ['JSON of another shape', text('{"weights":[]}')],
    ['JSON without the weights', text('[{"weights":[{"name":"a","shape":[-1,1e9],"dtype":"float32"}]}]')],
    ['an ONNX file without a graph', Uint8Array.of(8, 8)],
    ['an ONNX file with an empty graph', Uint8Array.of(0x3a, 0)],
    ['zeros', new Uint8Array(4096)],
    ['ones', new Uint8Array(4096).fill(0xff)],
    ...[1, 2, 3, 4, 5].map((seed) => [`noise ${seed}`, noise(seed)] as const),
    ['half of the file', right.slice(0, right.length / 2)],
    ['the file without its last byte', right.slice(0, -1)],
    ...NAMES.filter((other) => other !== name).map((other) => [other, real.get(other) ?? NOTHING] as const),
  ]);
}

/** Builds a model from files that pass every check of the store, because the catalogue pins what they hold. */
async function buildFrom(model: ModelName, contents: ReadonlyMap<WeightName, Uint8Array>): Promise<unknown> {
  const catalogue: WeightFile[] = [];
  for (const file of WEIGHTS) {
    const bytes = contents.get(file.name);
    if (bytes === undefined) continue;
    await writeFile(join(folder, file.name), bytes);
    catalogue.push({ ...file, bytes: bytes.length, sha256: sha256Of(bytes) });
  }
  const cacheDir = join(folder, 'cache');
  const onProgress = (): void => undefined;
  const store = openFileStore(catalogue, {
    cacheDir,
    sourceDir: folder,
    bundledDir: folder,
    npmCommand: [],
    npmDeadlineMs: 0,
    onProgress,
  });
  const pinned = BUILT_SHA256.blocked;
  const options = { cacheDir, converterVersion: 'test', pinned, catalogue, store, onProgress };
  return ensureBuilt(model, recipeOf(model, 'blocked'), options).catch((error: unknown) => error);
}

const CASES = MODEL_NAMES.flatMap((model) => MODEL_SOURCES[model].map((name) => [model, name] as const));

describe.each(CASES)('the model %s', (model, name) => {
  it(`with something else as ${name} fails with an error that names the model`, async () => {
    for (const [kind, bytes] of wrongContents(name)) {
      const contents = new Map(
        MODEL_SOURCES[model].map((source) => [source, real.get(source) ?? NOTHING] as const),
      );
      const error = await buildFrom(model, contents.set(name, bytes));
      expect(error, kind).toBeInstanceOf(EngineError);
      expect(error, kind).toMatchObject({
        code: 'model-build-failed',
        details: { model },
        // The conversion itself notices, before the hash of what it made is compared.
        message: expect.stringMatching(
          new RegExp(`^The model ${model} could not be built: (?!it has the hash)`),
        ) as unknown,
      });
    }
  });
});
