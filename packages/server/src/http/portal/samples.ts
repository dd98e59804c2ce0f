import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staticFile, type StaticFile } from '../static/static-file.js';
import { SAMPLE_CACHING, type PortalPages } from './portal-pages.js';

const FOLDER = '/samples/';

/** Names that are safe in a URL without encoding. */
const PHOTO = /^[\w-]+\.(?:jpe?g|png|webp)$/i;

/** More would be a gallery, and all are held in memory. */
const MOST_PHOTOS = 24;

/** The folder of the operator's own sample photos cannot be used. The message says why. */
export class SamplesUnusable extends Error {
  override readonly name = 'SamplesUnusable';
}

/** The paths of the photos that the portal offers to whoever has none at hand; thumbnails lie a folder deeper. */
export const samplePaths = (pages: PortalPages): readonly string[] =>
  [...pages.keys()].filter((path) => /^\/samples\/[^/]+$/.test(path)).sort();

/** The portal with the operator's own photos in place of those that it brings along. */
export async function withOwnSamples(pages: PortalPages, folder: string): Promise<PortalPages> {
  const own = new Map<string, StaticFile>([...pages].filter(([path]) => !path.startsWith(FOLDER)));
  for (const name of await photoNames(folder))
    own.set(FOLDER + name, await staticFile(name, await readFile(join(folder, name)), SAMPLE_CACHING));
  return own;
}

async function photoNames(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => PHOTO.test(name));
  } catch (cause) {
    throw new SamplesUnusable(`FACET_SAMPLES_DIR names ${folder}, which cannot be read.`, { cause });
  }
  if (names.length > MOST_PHOTOS)
    throw new SamplesUnusable(
      `FACET_SAMPLES_DIR names ${folder}, which holds ${names.length} photos; at most ${MOST_PHOTOS} are offered as samples.`,
    );
  return names;
}
