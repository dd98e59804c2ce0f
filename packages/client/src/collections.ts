import { callBatch, callOperation, callPlain } from './call.js';
import { callForBytes } from './call-for-bytes.js';
import type { Settings } from './client-options.js';
import type {
  EnrolOptions,
  PeopleOptions,
  PeoplePageOptions,
  PersonFields,
  SearchOptions,
  VerifyOptions,
} from './collection-options.js';
import { enrolQuery, pageQuery, personBody, searchQuery, verifyQuery } from './queries.js';
import type {
  Collection,
  CollectionCounts,
  CollectionList,
  CollectionSearchResult,
  EnrolledFace,
  EnrolResult,
  PeoplePage,
  Person,
  PersonWithFaces,
  VerifyResult,
} from './collection-results.js';
import type { RequestOptions } from './face-options.js';
import type { Responses } from './generated/api-types.js';
import type { ImageSource, StoredVector } from './image-source.js';
import {
  collectionOf,
  faceOf,
  personOf,
  readEnrolled,
  readSearch,
  readVerified,
} from './read-collections.js';
import { batchResults, opened } from './read-results.js';
import type { RequestBody } from './request-body.js';
import type { FacetServiceError } from './service-errors.js';

/**
 * People that the service remembers, where its operator has turned that on. Enrolments, searches and verifications count
 * as calls. All ids are of your choice: 1 to 64 letters, digits, dots, hyphens or underscores; faces get theirs from the
 * service.
 */
export class Collections {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The collections of the account, how much it keeps in them, and how much its plan allows. */
  async list(options: RequestOptions = {}): Promise<CollectionList> {
    const { collections, used, limits } = await this.#send('listCollections', {}, options);
    return { collections: collections.map(collectionOf), used, limits };
  }

  /** Creates a collection; one that exists stays as it is. */
  async create(collection: string, options: RequestOptions = {}): Promise<Collection> {
    return collectionOf((await this.#send('putCollection', { collection }, options)).collection);
  }

  async get(collection: string, options: RequestOptions = {}): Promise<Collection> {
    return collectionOf((await this.#send('showCollection', { collection }, options)).collection);
  }

  /** Deletes a collection with everybody in it, for good. */
  async delete(
    collection: string,
    options: RequestOptions = {},
  ): Promise<Omit<CollectionCounts, 'collections'>> {
    return (await this.#send('deleteCollection', { collection }, options)).deleted;
  }

  /** Everybody in a collection by id, loaded page by page. */
  async *people(collection: string, options: PeopleOptions = {}): AsyncGenerator<Person, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const { people, next } = await this.listPeople(collection, { ...options, after, limit: 1000 });
      yield* people;
      if (next === null) return;
      after = next;
    }
  }

  /** One page of the people in a collection. */
  async listPeople(collection: string, options: PeoplePageOptions = {}): Promise<PeoplePage> {
    const target = { operation: 'listPeople', ids: { collection }, query: pageQuery(options) } as const;
    const received = await callPlain({ ...target, options }, this.#settings);
    const { people, next } = opened(received, 'listPeople').data;
    return { people: people.map(personOf), next };
  }

  /** Creates a person, or changes what is known about them. */
  async putPerson(
    collection: string,
    person: string,
    fields: PersonFields = {},
    options: RequestOptions = {},
  ): Promise<Person> {
    const put = await this.#send('putPerson', { collection, person }, options, personBody(fields));
    return personOf(put.person);
  }

  /** All that the service keeps about a person, except the vectors. */
  async getPerson(
    collection: string,
    person: string,
    options: RequestOptions = {},
  ): Promise<PersonWithFaces> {
    const shown = await this.#send('showPerson', { collection, person }, options);
    return { person: personOf(shown.person), faces: shown.faces.map(faceOf) };
  }

  /** Deletes a person with all their faces, for good; gives the number of faces. */
  async deletePerson(collection: string, person: string, options: RequestOptions = {}): Promise<number> {
    return (await this.#send('deletePerson', { collection, person }, options)).deleted.faces;
  }

  /** Moves all faces of `from` to the person, and deletes `from`; gives the number of faces. */
  async mergePeople(
    collection: string,
    person: string,
    from: string,
    options: RequestOptions = {},
  ): Promise<number> {
    return (await this.#send('mergePeople', { collection, person }, options, { from })).moved;
  }

  /** Adds a face to a person, who is created if new. A face that the person has already is not added again. */
  async enrol(
    collection: string,
    person: string,
    image: ImageSource | StoredVector,
    options: EnrolOptions = {},
  ): Promise<EnrolResult> {
    const target = {
      operation: 'enrolFace',
      ids: { collection, person },
      query: enrolQuery(options),
    } as const;
    return readEnrolled(await callOperation({ ...target, images: [image], options }, this.#settings));
  }

  /** Up to 32 photos of a person in one request, each counted as a call; the results are in their order. */
  async enrolEach(
    collection: string,
    person: string,
    images: readonly ImageSource[],
    options: Omit<EnrolOptions, 'box'> = {},
  ): Promise<(EnrolResult | FacetServiceError)[]> {
    const target = {
      operation: 'enrolFace',
      ids: { collection, person },
      query: enrolQuery(options),
    } as const;
    return batchResults(await callBatch({ ...target, images, options }, this.#settings), readEnrolled);
  }

  /** The face, if it is one of this person. */
  async getFace(
    collection: string,
    person: string,
    face: string,
    options: RequestOptions = {},
  ): Promise<EnrolledFace> {
    return faceOf((await this.#send('showFace', { collection, person, face }, options)).face);
  }

  /** Corrects whose face it is; the other person is created if new. */
  async moveFace(
    collection: string,
    person: string,
    face: string,
    to: string,
    options: RequestOptions = {},
  ): Promise<void> {
    await this.#send('moveFace', { collection, person, face }, options, { person: to });
  }

  async deleteFace(
    collection: string,
    person: string,
    face: string,
    options: RequestOptions = {},
  ): Promise<void> {
    await this.#send('deleteFace', { collection, person, face }, options);
  }

  /** Who it is. */
  async search(
    collection: string,
    image: ImageSource | StoredVector,
    options: SearchOptions = {},
  ): Promise<CollectionSearchResult> {
    const target = { operation: 'searchFaces', ids: { collection }, query: searchQuery(options) } as const;
    return readSearch(await callOperation({ ...target, images: [image], options }, this.#settings));
  }

  /** Whether it is this person. */
  async verify(
    collection: string,
    person: string,
    image: ImageSource | StoredVector,
    options: VerifyOptions = {},
  ): Promise<VerifyResult> {
    const target = {
      operation: 'verifyPerson',
      ids: { collection, person },
      query: verifyQuery(options),
    } as const;
    return readVerified(await callOperation({ ...target, images: [image], options }, this.#settings));
  }

  /** The bytes of a gallery file for `@facet/gallery`; `timeoutMs` and `signal` are for reading them, too. */
  export(collection: string, options: RequestOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return callForBytes({ operation: 'exportCollection', ids: { collection }, options }, this.#settings);
  }

  /**
   * Adds the people of a gallery file, such as an export; gives how many people it has, and how many faces were added.
   * After a failure, send it again: nothing is added twice.
   */
  async import(
    collection: string,
    file: Blob | Uint8Array<ArrayBuffer>,
    options: RequestOptions = {},
  ): Promise<Omit<CollectionCounts, 'collections'>> {
    const target = { operation: 'importCollection', ids: { collection }, options } as const;
    const body = file instanceof Blob ? file : new Blob([file]);
    const sent = { body, contentType: 'application/octet-stream' } as const;
    return opened(await callPlain(target, this.#settings, sent), 'importCollection').data;
  }

  async #send<Name extends keyof Responses>(
    operation: Name,
    ids: Readonly<Record<string, string>>,
    options: RequestOptions,
    json?: object,
  ): Promise<Responses[Name]['data']> {
    const body: RequestBody | undefined =
      json === undefined ? undefined : { body: JSON.stringify(json), contentType: 'application/json' };
    return opened(await callPlain({ operation, ids, options }, this.#settings, body), operation).data;
  }
}
