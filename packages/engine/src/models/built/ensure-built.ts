import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '@facet/analysis/errors.js';
import {
  cacheLayout,
  freshWorkDir,
  publishFile,
  removeWorkDir,
  sha256Of,
  slug,
  type CacheLayout,
} from '../cache/cache-files.js';
import { withCacheLock } from '../cache/lock-file.js';
import type { FileStore } from '../fetch/file-store.js';
import type { SourceFile } from '../manifest.js';
import { buildFailed, cacheFailed } from '../model-errors.js';
import type { OnProgress } from '../progress.js';
import { builtFileName, builtKey, findBuilt, pruneBuilt } from './built-file.js';

const LOCK_DEADLINE_MS = 5 * 60_000;

/** How one model is made. */
export interface Recipe<Source extends string> {
  /** The files that the build reads. */
  readonly sources: readonly Source[];
  /** The bytes of the model; equal sources give equal bytes. */
  readonly build: (sources: ReadonlyMap<string, Uint8Array>) => Promise<Uint8Array>;
}

export interface BuildOptions<Source extends string> {
  readonly cacheDir: string;
  readonly converterVersion: string;
  /** The SHA-256 that each built model must have. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly catalogue: readonly SourceFile<Source>[];
  readonly store: FileStore<Source>;
  readonly onProgress: OnProgress;
}

/** The path of a built model in the cache. Sources are touched only when it must be built. */
export async function ensureBuilt<Source extends string>(
  model: string,
  recipe: Recipe<Source>,
  options: BuildOptions<Source>,
): Promise<string> {
  const files = recipe.sources.map((name) => {
    const file = options.catalogue.find((candidate) => candidate.name === name);
    if (file === undefined) throw new EngineError('model-missing', { file: name });
    return file;
  });
  const key = builtKey(
    model,
    options.converterVersion,
    files.map((file) => file.sha256),
  );
  const layout = cacheLayout(options.cacheDir);
  const pin = pinOf(model, options.pinned);
  try {
    const found = await findBuilt(layout.built, model, key, pin);
    if (found !== undefined) return found;
    // Fetched before the lock is taken: a download may take minutes, a build takes seconds.
    const paths = await options.store.ensure(recipe.sources);
    return await withCacheLock(layout, `build-${slug(model)}`, { deadlineMs: LOCK_DEADLINE_MS }, async () => {
      const builtMeanwhile = await findBuilt(layout.built, model, key, pin);
      if (builtMeanwhile !== undefined) return builtMeanwhile;
      return build({ model, key, pin, recipe, paths, layout, onProgress: options.onProgress });
    });
  } catch (error) {
    throw error instanceof EngineError ? error : cacheFailed(options.cacheDir, error);
  }
}

interface Build {
  readonly model: string;
  readonly key: string;
  readonly pin: string;
  readonly recipe: Recipe<string>;
  /** Of the sources. */
  readonly paths: ReadonlyMap<string, string>;
  readonly layout: CacheLayout;
  readonly onProgress: OnProgress;
}

async function build(work: Build): Promise<string> {
  const { model, key, pin, recipe, paths, layout, onProgress } = work;
  const sources = new Map<string, Uint8Array>();
  for (const [name, path] of paths) sources.set(name, await readFile(path));
  const totalBytes = [...sources.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  onProgress({ kind: 'build', name: model, doneBytes: 0, totalBytes });
  const bytes = await runRecipe(model, recipe, sources);
  rejectOtherContent(model, bytes, pin);
  const name = builtFileName(model, key, bytes);
  const path = join(layout.built, name);
  const workDir = await freshWorkDir(layout.tmp, `build-${slug(model)}`);
  try {
    await publishFile(workDir, path, bytes);
  } finally {
    await removeWorkDir(workDir);
  }
  await pruneBuilt(layout.built, model, key, name);
  onProgress({ kind: 'build', name: model, doneBytes: totalBytes, totalBytes });
  return path;
}

function pinOf(model: string, pinned: BuildOptions<string>['pinned']): string {
  const pin = pinned[model];
  if (pin === undefined) throw buildFailed(model, new Error(`its hash is not pinned; ${REMEDY}`));
  return pin;
}

/** Neither a cache that others can write to nor a build that went wrong is trusted without its pin. */
function rejectOtherContent(model: string, bytes: Uint8Array, pin: string): void {
  const found = sha256Of(bytes);
  if (found !== pin)
    throw buildFailed(model, new Error(`it has the hash ${found} instead of ${pin}; ${REMEDY}`));
}

const REMEDY = 'if you changed what is built, run `npm run models:pin`.';

async function runRecipe(
  model: string,
  recipe: Recipe<string>,
  sources: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  try {
    return await recipe.build(sources);
  } catch (cause) {
    throw buildFailed(model, cause);
  }
}
