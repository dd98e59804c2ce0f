import { resolve } from 'node:path';
import { Gallery, GalleryError, type Person } from '@facet/gallery';
import { loadGallery, saveGallery } from '@facet/gallery/files';
import { EXIT, RunError, UsageError, type ExitCode, type Shell } from '../shell.js';
import { openOutput, printable } from '../output/terminal.js';
import { count, csvRow, jsonLine, type FormatFlags } from '../output/printer.js';
import { withGalleryLock } from './gallery-lock.js';

/** Everybody in a gallery, by id. */
export async function listGallery(file: string, flags: FormatFlags, shell: Shell): Promise<ExitCode> {
  const gallery = await existingGallery(file, shell);
  const people = [...gallery].sort((a, b) => (a.id < b.id ? -1 : 1));
  const reader = { isGone: false };
  const output = openOutput(shell.stdout, () => {
    reader.isGone = true;
  });
  if (flags.csv === true) await output.write(csvRow(['id', 'vectors']));
  for (const person of people) {
    if (reader.isGone) return EXIT.done;
    await output.write(personText(person, flags));
  }
  if (flags.json !== true && flags.csv !== true) await output.write(`${sizeOfGallery(gallery)}\n`);
  return EXIT.done;
}

function personText({ id, vectors, meta }: Person, { json, csv }: FormatFlags): string {
  if (json === true) return jsonLine({ id, vectors, meta });
  if (csv === true) return csvRow([id, vectors]);
  return `${printable(id)}  ${count(vectors, 'vector')}\n`;
}

/** Removes people with all their vectors: all of those named, or nobody. */
export async function removeFromGallery(
  file: string,
  ids: readonly string[],
  shell: Shell,
): Promise<ExitCode> {
  return withGalleryLock(file, shell.cwd, async () => {
    const gallery = await existingGallery(file, shell);
    requireKnown(gallery, ids, file);
    for (const id of ids) gallery.remove(id);
    return saved(gallery, file, `${count(ids.length, 'person', 'people')} removed`, shell);
  });
}

export interface RenameFlags {
  readonly merge?: boolean;
}

/** Gives a person another id. Merging with the person who has that id needs --merge, because it cannot be undone. */
export async function renameInGallery(
  file: string,
  [from, to]: readonly [from: string, to: string],
  { merge }: RenameFlags,
  shell: Shell,
): Promise<ExitCode> {
  return withGalleryLock(file, shell.cwd, async () => {
    const gallery = await existingGallery(file, shell);
    requireKnown(gallery, [from], file);
    if (from === to) throw new UsageError('The new id is the same as the old one.');
    if (gallery.has(to) && merge !== true) {
      throw new UsageError(`${file} already has a person ${to}; use --merge to make them one.`);
    }
    onGallery(file, () => {
      copyPerson(gallery, from, gallery, to);
    });
    gallery.remove(from);
    return saved(gallery, file, `${from} is now ${to}`, shell);
  });
}

/** Adds the people of other galleries to the first, which is created if it is missing. The same id is the same person. */
export async function mergeGalleries(
  file: string,
  others: readonly string[],
  shell: Shell,
): Promise<ExitCode> {
  return withGalleryLock(file, shell.cwd, async () => {
    const gallery = (await openGallery(resolve(shell.cwd, file))) ?? new Gallery();
    const before = gallery.vectorCount;
    for (const name of others) {
      const other = await existingGallery(name, shell);
      onGallery(name, () => {
        for (const { id } of other) copyPerson(other, id, gallery, id);
      });
    }
    return saved(gallery, file, `${count(gallery.vectorCount - before, 'vector')} added`, shell);
  });
}

/** Vectors that the person has already are not added again. Meta that is there stays. */
function copyPerson(source: Gallery, from: string, target: Gallery, to: string): void {
  const known = target.vectors(to);
  const meta = target.get(to)?.meta ?? source.get(from)?.meta;
  const { model } = source;
  for (const vector of source.vectors(from)) {
    if (known.some((other) => other.every((value, n) => value === vector[n]))) continue;
    target.enrol(to, model === undefined ? vector : { vector, model }, meta);
  }
}

/** The gallery in a file that has to be there. */
export async function existingGallery(file: string, { cwd }: Shell): Promise<Gallery> {
  const gallery = await openGallery(resolve(cwd, file));
  if (gallery === null) {
    throw new UsageError(
      `There is no gallery ${file}; make one with "facet enrol FOLDER --gallery ${file}".`,
    );
  }
  return gallery;
}

function requireKnown(gallery: Gallery, ids: readonly string[], file: string): void {
  const unknown = ids.filter((id) => !gallery.has(id));
  if (unknown.length === 0) return;
  const names = unknown.map((id) => JSON.stringify(id)).join(', ');
  throw new RunError(
    `${file} has nobody called ${names}; nothing was changed. "facet gallery list ${file}" names all.`,
  );
}

async function saved(
  gallery: Gallery,
  file: string,
  what: string,
  { cwd, stdout }: Shell,
): Promise<ExitCode> {
  await saveGallery(gallery, resolve(cwd, file));
  stdout.write(`${printable(`${file}: ${what}, now ${sizeOfGallery(gallery)}`)}\n`);
  return EXIT.done;
}

export const sizeOfGallery = (gallery: Gallery): string =>
  `${count(gallery.size, 'person', 'people')}, ${count(gallery.vectorCount, 'vector')}`;

/** The gallery in a file; null if the file does not exist. */
export async function openGallery(path: string): Promise<Gallery | null> {
  try {
    return await loadGallery(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw withPath(path, error);
  }
}

/** Works on an open gallery; an error of the gallery, such as a vector of another model, ends the run. */
export function onGallery<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw withPath(path, error);
  }
}

const withPath = (path: string, error: unknown): unknown =>
  error instanceof GalleryError ? new RunError(`${path}: ${error.message}`, { cause: error }) : error;
