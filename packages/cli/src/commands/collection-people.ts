import { NotFoundError, type Collections } from '@facet/client';
import { saveGallery } from '@facet/gallery/files';
import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, UsageError, type ExitCode, type Shell } from '../shell.js';
import { openOutput, printable } from '../output/terminal.js';
import { count, csvRow, jsonLine, type FormatFlags } from '../output/printer.js';
import { openClient } from '../source/open-source.js';
import type { SourceFlags } from '../source/server-of.js';
import { existingGallery, sizeOfGallery, type RenameFlags } from './gallery.js';

export interface CollectionFlags extends SourceFlags {
  readonly collection: string;
}

/** Everybody in a collection, by id. */
export async function listCollection(flags: CollectionFlags & FormatFlags, shell: Shell): Promise<ExitCode> {
  const { collections } = await openClient(flags, shell.env);
  const reader = { isGone: false };
  const output = openOutput(shell.stdout, () => {
    reader.isGone = true;
  });
  if (flags.csv === true) await output.write(csvRow(['id', 'faces', 'display_name']));
  for await (const person of collections.people(flags.collection)) {
    if (reader.isGone) return EXIT.done;
    const { id, faces, displayName, metadata, expiresAt } = person;
    const name = displayName === null ? '' : `  ${printable(displayName)}`;
    if (flags.json === true)
      await output.write(jsonLine({ id, faces, display_name: displayName, metadata, expires_at: expiresAt }));
    else if (flags.csv === true) await output.write(csvRow([id, faces, displayName ?? '']));
    else await output.write(`${printable(id)}  ${count(faces, 'face')}${name}\n`);
  }
  if (flags.json !== true && flags.csv !== true)
    await output.write(`${await sizeOfCollection(collections, flags.collection)}\n`);
  return EXIT.done;
}

/** Removes people with all their faces, if every one of them is there. */
export async function removeFromCollection(
  ids: readonly string[],
  flags: CollectionFlags,
  shell: Shell,
): Promise<ExitCode> {
  const { collections } = await openClient(flags, shell.env);
  // One that is not there ends the command before anybody is removed.
  for (const id of ids) await collections.getPerson(flags.collection, id);
  for (const id of ids) await collections.deletePerson(flags.collection, id);
  return told(collections, flags.collection, `${count(ids.length, 'person', 'people')} removed`, shell);
}

/**
 * Gives a person another id: the service has no call for that, so a new person is created, and the old one merged into
 * them. Merging with the person who already has that id needs --merge, because it cannot be undone.
 */
export async function renameInCollection(
  [from, to]: readonly [from: string, to: string],
  flags: CollectionFlags & RenameFlags,
  shell: Shell,
): Promise<ExitCode> {
  const { collections } = await openClient(flags, shell.env);
  const { collection, merge } = flags;
  if (from === to) throw new UsageError('The new id is the same as the old one.');
  const { person } = await collections.getPerson(collection, from);
  const isThere = await collections.getPerson(collection, to).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundError) return false;
      throw error;
    },
  );
  if (isThere && merge !== true)
    throw new UsageError(`${collection} already has a person ${to}; use --merge to make them one.`);
  const { displayName, metadata, consent, expiresAt } = person;
  if (!isThere) await collections.putPerson(collection, to, { displayName, metadata, consent, expiresAt });
  await collections.mergePeople(collection, to, from).catch((error: unknown) => {
    if (!isThere)
      shell.stderr.write(
        `${printable(`${to} was created, but ${from}`)} is not merged into it yet: run this again with --merge.\n`,
      );
    throw error;
  });
  return told(collections, collection, `${from} is now ${to}`, shell);
}

/** Adds the people of gallery files to a collection, which is created if new. The same id is the same person. */
export async function mergeIntoCollection(
  files: readonly string[],
  flags: CollectionFlags,
  shell: Shell,
): Promise<ExitCode> {
  const { collections } = await openClient(flags, shell.env);
  for (const file of files) await existingGallery(file, shell);
  await collections.create(flags.collection);
  let added = 0;
  for (const file of files) {
    const content = await openAsBlob(resolve(shell.cwd, file));
    added += (await collections.import(flags.collection, content)).faces;
  }
  return told(collections, flags.collection, `${count(added, 'face')} added`, shell);
}

/** Writes a collection to a gallery file. */
export async function exportCollection(
  file: string,
  flags: CollectionFlags,
  shell: Shell,
): Promise<ExitCode> {
  const { collections } = await openClient(flags, shell.env);
  const { Gallery } = await import('@facet/gallery');
  // Loading checks that it is complete before it replaces a file.
  const gallery = await Gallery.loadFrom(await collections.export(flags.collection));
  await saveGallery(gallery, resolve(shell.cwd, file));
  shell.stdout.write(`${printable(`${file}: ${sizeOfGallery(gallery)}`)}\n`);
  return EXIT.done;
}

async function told(
  collections: Collections,
  collection: string,
  what: string,
  { stdout }: Shell,
): Promise<ExitCode> {
  stdout.write(
    `${printable(`${collection}: ${what}, now ${await sizeOfCollection(collections, collection)}`)}\n`,
  );
  return EXIT.done;
}

export async function sizeOfCollection(collections: Collections, collection: string): Promise<string> {
  const { people, faces } = await collections.get(collection);
  return `${count(people, 'person', 'people')}, ${count(faces, 'face')}`;
}
