import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ModuleWatch {
  /** To be given to the process; it then tells at its end what it has loaded. */
  readonly env: Readonly<Record<string, string>>;
  /** The addresses of all scripts that were loaded, in any thread. */
  readonly loaded: () => Promise<readonly string[]>;
}

/** Lets Node itself tell which modules a process has loaded, by its record of the code that ran. */
export async function watchModules(): Promise<ModuleWatch> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-modules-'));
  return {
    env: { NODE_V8_COVERAGE: folder },
    loaded: async () => {
      const files = await readdir(folder);
      if (files.length === 0) throw new Error('The process has not reported what it loaded.');
      const urls = await Promise.all(
        files.map(async (file) => {
          const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
            result: readonly { readonly url: string }[];
          };
          return result.map(({ url }) => url);
        }),
      );
      await rm(folder, { recursive: true });
      return urls.flat();
    },
  };
}
