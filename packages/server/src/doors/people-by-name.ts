import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MAX_DISTANCE } from '@facet/engine';
import { ServiceError, type ErrorCode } from '../errors.js';
import { type CollectionRow, isId, type Owner, type PeopleDeps, thresholdOf } from '../people/index.js';

// Other services know people by names of any kind; ours have ids, which are part of addresses.

/** More than the services allow whose clients come here. */
export const MAX_NAME = 100;

/** The ids of people whose name cannot be an id: derived from the name, which is then the display name. */
const DERIVED = /^subject-[\w-]{43}$/;

export const isName = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_NAME && !/\0|\p{Surrogate}/u.test(text);

/** The id of the person with a name. Every name that is an id, such as `ada`, is its own. */
export const personIdOf = (name: string): string =>
  isId(name) ? name : `subject-${createHash('sha256').update(name).digest('base64url')}`;

/** The display name that a person gets with their name; null where the id says it all. */
export const displayNameOf = (name: string): string | null => (isId(name) ? null : name);

/** The name of a person: what finds the person again. */
export const nameOf = ({
  person,
  displayName,
}: {
  readonly person: string;
  readonly displayName: string | null;
}): string =>
  displayName !== null && DERIVED.test(person) && personIdOf(displayName) === person ? displayName : person;

/** The account's people in one collection. */
export interface NamedPeople {
  readonly accountId: string;
  readonly collection: string;
}

/** Rejects a search that cannot succeed before anything is analysed. */
export const prepareSearch = async (
  { collections }: PeopleDeps,
  { accountId, collection }: NamedPeople,
  signal: AbortSignal,
): Promise<void> => {
  await ifCollection(
    () => collections.faces.prepare(accountId, [collection], signal),
    () => [],
  );
};

interface SearchOptions {
  /** At most so many for each vector. */
  readonly count: number;
  readonly signal: AbortSignal;
}

interface NearPerson {
  readonly name: string;
  readonly distance: number;
  /** How near the same person is in a collection of this size. */
  readonly threshold: number;
}

/** The people nearest to each vector, however far. */
export async function nearestByName(
  { collections }: PeopleDeps,
  { accountId, collection }: NamedPeople,
  vectors: readonly Float32Array[],
  { count, signal }: SearchOptions,
): Promise<NearPerson[][]> {
  const search = async (): Promise<NearPerson[][]> => {
    const rows = await collections.faces.prepare(accountId, [collection], signal);
    const threshold = thresholdOf({ faces: rows.reduce((sum, { faces }) => sum + faces, 0) });
    const lists: NearPerson[][] = [];
    // One by one, because two faces may be similar to the same person.
    for (const vector of vectors) {
      const options = { maxResults: count, threshold: MAX_DISTANCE, signal };
      const { matches } = await collections.faces.searchIn(rows, [vector], options);
      lists.push(
        (matches[0] ?? []).map((match) => ({ name: nameOf(match), distance: match.distance, threshold })),
      );
    }
    return lists;
  };
  return ifCollection(search, () => vectors.map(() => []));
}

interface Enrolment {
  readonly collection: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Rejects an enrolment that would exceed the limits, before anything is analysed. Makes the collection if there is none. */
export function prepareEnrolment(
  { collections }: PeopleDeps,
  owner: Owner,
  { collection, name, signal }: Enrolment,
): Promise<CollectionRow> {
  const prepared = (): Promise<CollectionRow> =>
    collections.faces.prepareEnrolment(owner, collection, personIdOf(name), signal);
  return ifCollection(prepared, async () => {
    await collections.put(owner, collection);
    return prepared();
  });
}

/** Adds a face to the person with this name; the number of the face. */
export async function enrolByName(
  { collections }: PeopleDeps,
  owner: Owner,
  { name, ...enrolment }: Enrolment & { readonly vector: Float32Array; readonly prepared: CollectionRow },
): Promise<number> {
  const displayName = displayNameOf(name);
  const fields = displayName === null ? {} : { display_name: displayName };
  const { face } = await collections.faces.enrol(owner, { ...enrolment, person: personIdOf(name), fields });
  return face;
}

/** People that are read at a time. */
const PAGE = 200;

/** The names of all people as a JSON array between two texts. It has no pages, so it is sent while it is read. */
export async function listedNames(
  { collections: { people } }: PeopleDeps,
  { accountId, collection }: NamedPeople,
  {
    before,
    after,
    signal,
  }: { readonly before: string; readonly after: string; readonly signal: AbortSignal },
): Promise<Readable> {
  const page = (last: string): ReturnType<typeof people.list> =>
    people.list(accountId, collection, { prefix: '', after: last, limit: PAGE });
  const firstRows = await ifCollection(
    () => page(''),
    () => [],
  );
  async function* pieces(): AsyncGenerator<string, void, undefined> {
    yield `${before}[`;
    for (let rows = firstRows; ;) {
      const shown = rows.slice(0, PAGE);
      yield shown
        .map(({ id, display_name }) => JSON.stringify(nameOf({ person: id, displayName: display_name })))
        .join(',');
      const last = shown.at(-1);
      if (rows.length <= PAGE || last === undefined) break;
      yield ',';
      rows = await page(last.id);
    }
    yield `]${after}`;
  }
  const body = Readable.from(pieces(), { objectMode: false });
  // The deadline of the request ends a list whose client does not read.
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  return body;
}

/** An account without the collection has no people in it. */
export async function ifCollection<T>(work: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown-collection') return otherwise();
    throw error;
  }
}

export const unknown = (code: ErrorCode) => (): never => {
  throw new ServiceError(code);
};

/** For work on a person: what to do if there is none. */
export async function ifPerson<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown-person') return otherwise;
    throw error;
  }
}
