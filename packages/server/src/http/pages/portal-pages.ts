import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { IMMUTABLE, REVALIDATE, staticFile, type StaticFile } from '../static-file.js';

/** The files of the portal by URL path; the page itself is `/`. */
export type PortalPages = ReadonlyMap<string, StaticFile>;

/** Samples keep their names when they change, so browsers refetch them after a day. */
export const SAMPLE_CACHING = 'public, max-age=86400';

/** The portal has not been built. The message says what to do. */
export class PortalMissing extends Error {
  override readonly name = 'PortalMissing';
}

/** The folder of the built portal. */
export const portalFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@facet/portal/package.json')), 'dist');

/** Reads the built portal once. Only files found now are ever served, so there is no path traversal. */
export async function readPortal(folder: string): Promise<PortalPages> {
  const pages = new Map<string, StaticFile>();
  for (const name of await namesIn(folder)) {
    const path = name === 'index.html' ? '/' : `/${name}`;
    pages.set(path, staticFile(name, await readFile(join(folder, name)), cachingOf(name)));
  }
  if (!pages.has('/')) throw missing(folder);
  return pages;
}

/** The build tool derives the names of assets from their content. */
function cachingOf(name: string): string {
  if (name.startsWith('assets/')) return IMMUTABLE;
  return name.startsWith('samples/') ? SAMPLE_CACHING : REVALIDATE;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    // Dot files belong to the build.
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return files.map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
  } catch (cause) {
    throw missing(folder, cause);
  }
}

const missing = (folder: string, cause?: unknown): PortalMissing =>
  new PortalMissing(`The portal is not built: there is no page in ${folder}. Run npm run build.`, { cause });

const PLACEHOLDER = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Facet</title></head>
<body><h1>Facet</h1><p>The portal is not built; run <code>npm run build</code>. The service itself works: see <a href="/docs">/docs</a>.</p></body></html>
`;

/** A placeholder page for a service without its portal. */
export const placeholderPortal = (): PortalPages =>
  new Map([['/', staticFile('index.html', Buffer.from(PLACEHOLDER), REVALIDATE)]]);
