import { NoFaceError, type CollectionMatch, type EnrolOptions, type SearchedFace } from '@facet/client';
import { coloursFor, printable } from '../output/terminal.js';
import { choosePrinter, csvRow, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { openClient } from '../source/open-source.js';
import { PhotoError } from '../source/photo-error.js';
import { sizeOfCollection } from './collection-people.js';
import { personOf, requireFolder } from './enrol.js';
import { runPhotos, type RunFlags } from './photo-run.js';
import { searchPrinters } from './search.js';

export interface EnrolInCollectionFlags extends RunFlags {
  readonly collection: string;
  readonly quality?: boolean;
  readonly enrolment?: boolean;
  readonly anyQuality?: boolean;
}

interface Enrolled {
  readonly person: string;
  readonly face: string;
  readonly isNew: boolean;
  readonly duplicates: readonly CollectionMatch[];
  /** When the collection was created: one of the same name may have followed it. */
  readonly since: string;
}

const ID = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

function personIdOf(photo: Parameters<typeof personOf>[0]): string {
  const person = personOf(photo);
  if (ID.test(person)) return person;
  throw new PhotoError(
    'file',
    `${JSON.stringify(person)} cannot be an id in a collection; rename the folder: 1 to 64 of A-Z a-z 0-9 . _ -`,
  );
}

const gateOf = ({ anyQuality, enrolment, quality }: EnrolInCollectionFlags): EnrolOptions['quality'] => {
  if (anyQuality === true) return false;
  return quality === true && enrolment !== true ? true : 'enrolment';
};

/**
 * Sends `FOLDER/person/photo.jpg` to a collection, which is created if new. The journal stays, without any vector in it:
 * a later run sends only photos that are new or have changed, and those of people whom the collection no longer has.
 */
export async function enrolInCollection(
  folder: string,
  flags: EnrolInCollectionFlags,
  shell: Shell,
): Promise<ExitCode> {
  await requireFolder(folder, shell);
  const photos = await photosFor([folder], flags, shell);
  const { collections } = await openClient(flags, shell.env);
  const name = flags.collection;
  const since = (await collections.create(name)).createdAt.toISOString();
  const present = new Set<string>();
  for await (const { id } of collections.people(name)) present.add(id);
  let added = 0;
  return runPhotos<Enrolled>(
    {
      photos,
      flags,
      topic: { results: 'faces of a collection', options: { collection: name } },
      journal: `${name}.journal`,
      printer: choosePrinter(flags, enrolPrinters()),
      isCurrent: (known) => known.since === since && present.has(known.person),
      work: async (_source, { photo, bytes, signal }) => {
        const options = { quality: gateOf(flags), signal };
        const { person, face, isNew, duplicates } = await collections.enrol(
          name,
          personIdOf(photo),
          bytes,
          options,
        );
        if (isNew) added++;
        return { person, face, isNew, duplicates, since };
      },
      finish: async (_result, { output }) => {
        if (flags.json === true || flags.csv === true) return;
        const now = await sizeOfCollection(collections, name);
        await output.write(`${printable(name)}: ${added.toLocaleString('en')} added, now ${now}\n`);
      },
    },
    shell,
  );
}

function enrolPrinters(): Record<'text' | 'json' | 'csv', Printer<Enrolled>> {
  return {
    text: {
      head: '',
      // Perhaps the same person under two ids, which is for people to decide.
      result: ({ name }, { duplicates }) =>
        duplicates.length === 0
          ? ''
          : `${printable(name)}  looks like ${duplicates.map(({ person }) => printable(person)).join(', ')}\n`,
      failure: noFailure,
    },
    json: jsonPrinter(({ person, face, isNew, duplicates }) => ({
      id: person,
      face,
      is_new: isNew,
      duplicates: duplicates.map(({ person: id, distance }) => ({ id, distance })),
    })),
    csv: {
      head: csvRow(['photo', 'id', 'face', 'looks_like']),
      result: ({ name }, { person, face, duplicates }) =>
        csvRow([name, person, face, duplicates.map((other) => other.person).join(' ')]),
      failure: noFailure,
    },
  };
}

export interface SearchCollectionFlags extends RunFlags {
  readonly collection: string;
  readonly top?: number;
  readonly threshold?: number;
  readonly falsePositiveRate?: number;
}

interface Searched {
  readonly faces: readonly SearchedFace[];
  readonly threshold: number;
}

/** One call for each photo, which finds the people of up to 12 faces. */
export async function searchCollection(
  args: readonly string[],
  flags: SearchCollectionFlags,
  shell: Shell,
): Promise<ExitCode> {
  const { collection, top = 1, threshold } = flags;
  if (flags.falsePositiveRate !== undefined)
    throw new UsageError('--false-positive-rate is for gallery files; a collection takes --threshold.');
  const { collections } = await openClient(flags, shell.env);
  // A wrong name ends the run before any photo is read.
  const { threshold: usual } = await collections.get(collection);
  const printer = choosePrinter(flags, searchPrinters(coloursFor(shell.stdout, shell.env)));
  return runPhotos<Searched>(
    {
      photos: await photosFor(args, flags, shell),
      flags,
      topic: { results: 'people of a collection', options: { collection, top, threshold: threshold ?? 0 } },
      printer: {
        ...printer,
        result: (photo, { faces, threshold: used }) =>
          printer.result(
            photo,
            faces.map(({ box, matches }) => ({
              box,
              threshold: used,
              hits: matches.map(({ person, distance }) => ({ id: person, distance, meta: undefined })),
            })),
          ),
      },
      work: async (_source, { bytes, signal }) => {
        const options = { all: true, maxResults: top, threshold, signal };
        try {
          const found = await collections.search(collection, bytes, options);
          return { faces: found.faces, threshold: found.threshold };
        } catch (error) {
          if (error instanceof NoFaceError) return { faces: [], threshold: threshold ?? usual };
          throw error;
        }
      },
    },
    shell,
  );
}
