import { formatNames, type AcceptedFormat } from '@facet/engine';
import { count } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { acceptedFormats, extensionsOf } from './accepted-formats.js';
import { findPhotos } from './find-photos.js';
import type { Photo } from './photo.js';

/** The photos of a command line, and a note about those in formats that are not accepted. */
export async function photosFor(args: readonly string[], { cwd, env, stderr }: Shell): Promise<Photo[]> {
  const skipped = new Map<string, number>();
  const formats = acceptedFormats(env);
  try {
    return await findPhotos(args, cwd, {
      extensions: extensionsOf(formats),
      onSkipped: (extension) => skipped.set(extension, (skipped.get(extension) ?? 0) + 1),
    });
  } finally {
    if (skipped.size > 0) stderr.write(skippedNote(skipped, formats));
  }
}

function skippedNote(skipped: ReadonlyMap<string, number>, formats: readonly AcceptedFormat[]): string {
  const total = [...skipped.values()].reduce((sum, n) => sum + n, 0);
  const kinds = [...skipped].map(([extension, n]) => `${n} .${extension}`).join(', ');
  return `Skipped ${count(total, 'photo')} in other formats (${kinds}). Convert them to ${formatNames(formats)}.\n`;
}
