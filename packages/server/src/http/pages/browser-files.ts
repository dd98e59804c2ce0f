import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileHash, IMMUTABLE, REVALIDATE, typeOf, type StaticFile } from '../static-file.js';

interface FileSource {
  readonly name: string;
  readonly path: string;
  readonly caching: string;
}

/** The folder of @facet/browser with the files that pages load. */
export const browserFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@facet/browser/package.json')), 'dist', 'web');

/**
 * What web pages load to analyse photos themselves: `@facet/browser` and its models. A file is read when it is first
 * requested, and then kept: a service whose pages ask for none holds none in memory.
 */
export class BrowserFiles {
  readonly #sources = new Map<string, FileSource>();
  readonly #files = new Map<string, Promise<StaticFile>>();

  /** Adds the files of the package, below `/browser/`. */
  async addPackage(folder: string): Promise<void> {
    const names = existsSync(folder) ? await readdir(folder) : [];
    for (const name of names.filter((each) => !each.endsWith(BROTLI)))
      this.#sources.set(`/browser/${name}`, { name, path: join(folder, name), caching: REVALIDATE });
  }

  /** Adds models, below `/models/`: the path of each by the name that pages ask for, which holds its hash. */
  addModels(models: ReadonlyMap<string, string>): void {
    for (const [name, path] of models)
      this.#sources.set(`/models/${name}`, { name, path, caching: IMMUTABLE });
  }

  /** Only files that were added are ever read, so there is no path traversal. */
  find(path: string): Promise<StaticFile> | undefined {
    const source = this.#sources.get(path);
    if (source === undefined) return undefined;
    const file = this.#files.get(path) ?? read(source);
    this.#files.set(path, file);
    // One that could not be read is tried again by the next request.
    file.catch(() => this.#files.delete(path));
    return file;
  }
}

/** Files of this ending lie beside the others: compressed by the build, because that takes seconds. */
const BROTLI = '.br';

async function read({ name, path, caching }: FileSource): Promise<StaticFile> {
  const bytes = await readFile(path);
  const brotli = existsSync(path + BROTLI) ? await readFile(path + BROTLI) : undefined;
  const compressed = brotli === undefined ? {} : { br: () => Promise.resolve(brotli) };
  return { type: typeOf(name), caching, hash: fileHash(bytes), bytes, compressed };
}
