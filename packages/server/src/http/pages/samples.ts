import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { staticFile, type StaticFile } from '../static-file.js';
import { portalFolder, SAMPLE_CACHING, type PortalPages } from './portal-pages.js';

const FOLDER = '/samples/';

/** Names that are safe in a URL without encoding. */
const PHOTO = /^[\w-]+\.(?:jpe?g|png|webp)$/i;

/** All of them are kept in memory. */
const MAX_PHOTOS = 24;

/** The folder of the operator's own sample photos cannot be used. The message says why. */
export class SamplesUnusable extends Error {
  override readonly name = 'SamplesUnusable';
}

/** Paths of the sample photos that the portal offers. Thumbnails are one folder deeper. */
export const samplePaths = (pages: PortalPages): readonly string[] =>
  [...pages.keys()].filter((path) => /^\/samples\/[^/]+$/.test(path)).sort();

/** File of the first sample photo, for the `curl` line that the server prints. */
export function samplePhoto(
  { FACET_SAMPLES_DIR }: { readonly FACET_SAMPLES_DIR?: string | undefined },
  pages: PortalPages,
): string | null {
  const [path] = samplePaths(pages);
  if (path === undefined) return null;
  return join(FACET_SAMPLES_DIR ?? join(portalFolder(), 'samples'), basename(path));
}

/** The portal with the operator's own photos instead of the built-in ones. */
export async function withOwnSamples(pages: PortalPages, folder: string): Promise<PortalPages> {
  const own = new Map<string, StaticFile>([...pages].filter(([path]) => !path.startsWith(FOLDER)));
  for (const name of await photoNames(folder))
    own.set(FOLDER + name, staticFile(name, await readFile(join(folder, name)), SAMPLE_CACHING));
  return own;
}

async function photoNames(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => PHOTO.test(name));
  } catch (cause) {
    throw new SamplesUnusable(`FACET_SAMPLES_DIR names ${folder}, which cannot be read.`, { cause });
  }
  if (names.length > MAX_PHOTOS)
    throw new SamplesUnusable(
      `FACET_SAMPLES_DIR names ${folder}, which holds ${names.length} photos; at most ${MAX_PHOTOS} are offered as samples.`,
    );
  return names;
}
