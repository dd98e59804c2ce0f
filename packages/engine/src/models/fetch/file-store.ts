import { resolve } from 'node:path';
import { EngineError } from '@facet/analysis/errors.js';
import { cachedWeightPath, cacheLayout, sha256OfFile } from '../cache/cache-files.js';
import { isBundled, tarballSpec, type RegistryFile, type SourceFile } from '../manifest.js';
import { cacheFailed, corruptFile, missingFile } from '../model-errors.js';
import type { OnProgress } from '../progress.js';
import { fetchTarball, isIntact } from './fetch-tarball.js';
import { fetchUrl } from './fetch-url.js';

export interface FileStoreOptions {
  readonly cacheDir: string;
  /** The folder with the files that are shipped rather than fetched. */
  readonly bundledDir: string;
  readonly sourceDir?: string | undefined;
  readonly npmCommand: readonly string[];
  readonly npmDeadlineMs: number;
  /** Addresses to try where npm fails. */
  readonly urlsOf?: (file: SourceFile) => readonly string[];
  readonly onProgress: OnProgress;
}

export interface FileStore<Name extends string> {
  /** Absolute paths of files whose content was verified; fetches what is not there. */
  ensure<Wanted extends Name>(names: readonly Wanted[]): Promise<ReadonlyMap<Wanted, string>>;
}

/** A store over any catalogue of pinned files. */
export function openFileStore<Name extends string>(
  catalogue: readonly SourceFile<Name>[],
  options: FileStoreOptions,
): FileStore<Name> {
  const locateBundled = inFolder(resolve(options.bundledDir));
  const locateFetched =
    options.sourceDir === undefined
      ? inCache(catalogue, options, resolve(options.cacheDir))
      : inFolder(resolve(options.sourceDir));
  // A file is verified once per store; a failure is forgotten, so that the next call tries again.
  const verified = new Map<Name, Promise<string>>();

  const verify = (name: Name): Promise<string> => {
    const known = verified.get(name);
    if (known !== undefined) return known;
    const file = catalogue.find((candidate) => candidate.name === name);
    if (file === undefined) throw new EngineError('model-missing', { file: name });
    const path = isBundled(file) ? locateBundled(file) : locateFetched(file);
    verified.set(name, path);
    path.catch(() => verified.delete(name));
    return path;
  };

  return {
    async ensure<Wanted extends Name>(names: readonly Wanted[]) {
      const paths = new Map<Wanted, string>();
      // One after another: the downloads share the bandwidth, and the progress bar shows one at a time.
      for (const name of names) paths.set(name, await verify(name));
      return paths;
    },
  };
}

function inFolder(folder: string): (file: SourceFile) => Promise<string> {
  return async (file) => {
    const path = resolve(folder, file.name);
    const found = await sha256OfFile(path).catch((error: unknown) => {
      throw missingFile(file, folder, error);
    });
    if (found === undefined) throw missingFile(file, folder);
    if (found !== file.sha256) throw corruptFile(file, folder, found);
    return path;
  };
}

function inCache(
  catalogue: readonly SourceFile[],
  options: FileStoreOptions,
  cacheDir: string,
): (file: RegistryFile) => Promise<string> {
  const layout = cacheLayout(cacheDir);
  return async (file) => {
    const path = cachedWeightPath(layout, file);
    try {
      // Looking up writes nothing: a complete cache may be read-only.
      if (await isIntact(path, file)) return path;
      const spec = tarballSpec(file.tarball);
      const siblings = catalogue
        .filter((other) => !isBundled(other))
        .filter((other) => tarballSpec(other.tarball) === spec);
      const urlOptions = { layout, deadlineMs: options.npmDeadlineMs, onProgress: options.onProgress };
      await fromFirstSource(file.name, [
        { name: `npm ${spec}`, fetch: () => fetchTarball(file.tarball, siblings, { ...options, layout }) },
        ...(options.urlsOf?.(file) ?? []).map((url) => ({
          name: url,
          fetch: () => fetchUrl(url, file, urlOptions),
        })),
      ]);
      return path;
    } catch (error) {
      throw error instanceof EngineError ? error : cacheFailed(cacheDir, error);
    }
  };
}

/** One way to get a file into the cache, with a name for messages. */
interface Source {
  readonly name: string;
  readonly fetch: () => Promise<void>;
}

/** Tries the sources in order until one succeeds. If all fail, the error says how each one failed. */
async function fromFirstSource(file: string, sources: readonly Source[]): Promise<void> {
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      await source.fetch();
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  const [first] = failures;
  if (failures.length < 2) throw first;
  const reasons = sources.map(({ name }, n) => `${name}: ${reasonOf(failures[n])}`);
  const code = first instanceof EngineError ? first.code : 'model-fetch-failed';
  const details = first instanceof EngineError ? first.details : {};
  throw new EngineError(
    code,
    { ...details, file, sources: reasons.join('; ') },
    {
      message: `${file} could not be fetched from any of its sources; put it into a folder and set FACET_MODELS_DIR.\n  ${reasons.join('\n  ')}`,
      cause: first,
    },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch reports only that it failed; its cause says why.
  const { cause } = error;
  return error.message === 'fetch failed' && cause instanceof Error ? cause.message : error.message;
}
