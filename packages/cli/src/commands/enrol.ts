import { Gallery } from '@facet/gallery';
import { saveGallery } from '@facet/gallery/files';
import { rm, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { printable } from '../output/terminal.js';
import { csvRow, choosePrinter, jsonLine, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import type { Photo } from '../photos/photo.js';
import { hasVector, VECTORS, type DetectedFaceWithVector } from '../source/face-source.js';
import { PhotoError } from '../source/photo-error.js';
import { onGallery, openGallery, sizeOfGallery } from './gallery.js';
import { withGalleryLock } from './gallery-lock.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface EnrolFlags extends RunFlags {
  readonly gallery: string;
  readonly quality?: boolean;
  readonly enrolment?: boolean;
}

/** Reads `FOLDER/person/photo.jpg` into a gallery; the folder's name is the person's id. */
export async function enrol(folder: string, flags: EnrolFlags, shell: Shell): Promise<ExitCode> {
  await requireFolder(folder, shell);
  // From reading to saving, which also keeps the journal to one run.
  return withGalleryLock(flags.gallery, shell.cwd, () => enrolInto(folder, flags, shell));
}

export async function requireFolder(folder: string, { cwd }: Shell): Promise<void> {
  const facts = await stat(resolve(cwd, folder)).catch(() => null);
  if (facts?.isDirectory() !== true) {
    throw new UsageError(
      `${folder} is not a folder; give one that holds a folder of photos for each person.`,
    );
  }
}

async function enrolInto(folder: string, flags: EnrolFlags, shell: Shell): Promise<ExitCode> {
  const path = resolve(shell.cwd, flags.gallery);
  const journal = flags.resume === undefined ? `${path}.journal` : resolve(shell.cwd, flags.resume);
  const gallery = (await openGallery(path)) ?? new Gallery();
  const quality = flags.quality === true;
  const enrolment = flags.enrolment === true;
  let added = 0;
  return runPhotos<readonly DetectedFaceWithVector[]>(
    {
      photos: await photosFor([folder], flags, shell),
      flags,
      topic: { results: VECTORS, options: { of: 'first', quality, ...(enrolment && { enrolment }) } },
      journal,
      printer: choosePrinter(flags, enrolPrinters()),
      work: async (source, { photo, bytes, signal }) => {
        personOf(photo);
        return (await source.vectors(bytes, { of: 'first', quality, enrolment, signal })).filter(hasVector);
      },
      onResult: (photo, [face]) => {
        if (face === undefined) return;
        if (onGallery(flags.gallery, () => addOnce(gallery, personOf(photo), face))) added++;
      },
      finish: async (_result, { isComplete, output }) => {
        if (added > 0) await saveGallery(gallery, path);
        if (isComplete && flags.resume === undefined) await rm(journal, { force: true });
        if (flags.json === true || flags.csv === true) return;
        const now = sizeOfGallery(gallery);
        await output.write(`${printable(flags.gallery)}: ${added.toLocaleString('en')} added, now ${now}\n`);
      },
    },
    shell,
  );
}

/** The first folder below the one that was named. */
export function personOf({ below }: Photo): string {
  const [person = '', ...rest] = below.split(sep);
  if (rest.length === 0) {
    throw new PhotoError('file', 'It is not in the folder of a person; move it to FOLDER/name/.');
  }
  return person;
}

/** Adds a vector unless the person has this very one, so that a repeated run adds nothing twice. */
function addOnce(gallery: Gallery, id: string, face: DetectedFaceWithVector): boolean {
  const isKnown = gallery
    .vectors(id)
    .some((known) => known.every((value, n) => value === Math.fround(face.vector[n] ?? 0)));
  if (!isKnown) gallery.enrol(id, face);
  return !isKnown;
}

function enrolPrinters(): Record<'text' | 'json' | 'csv', Printer<readonly DetectedFaceWithVector[]>> {
  return {
    text: { head: '', result: () => '', failure: noFailure },
    json: {
      ...jsonPrinter<readonly DetectedFaceWithVector[]>(() => ({})),
      result: (photo) => jsonLine({ photo: photo.name, id: personOf(photo) }),
    },
    csv: {
      head: csvRow(['photo', 'id']),
      result: (photo) => csvRow([photo.name, personOf(photo)]),
      failure: noFailure,
    },
  };
}
