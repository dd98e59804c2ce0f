import type { EnrolFaceResponse, SearchFacesResponse, VerifyPersonResponse } from './api-types.js';
import type {
  Collection,
  CollectionCounts,
  CollectionList,
  CollectionMatch,
  CollectionSearchResult,
  EnrolledFace,
  EnrolResult,
  PeoplePage,
  Person,
  PersonWithFaces,
  VerifyResult,
} from './collection-results.js';
import type { Box } from './face-options.js';
import { dataOf, isBox, malformed, metaOf, type CallResponse } from './read-results.js';
import { isRecord } from './response.js';

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);
const isArray = (value: unknown): value is unknown[] => Array.isArray(value);

/** Reads the fields of an object in a response, and fails with the name of the one that is not as documented. */
class Fields {
  private constructor(
    private readonly received: CallResponse,
    private readonly place: string,
    private readonly values: Readonly<Record<string, unknown>>,
  ) {}

  static of(received: CallResponse): Fields {
    return new Fields(received, 'data', dataOf(received));
  }

  readonly text = (name: string): string => this.#checked(name, (value) => typeof value === 'string');
  readonly number = (name: string): number => this.#checked(name, isFiniteNumber);
  readonly flag = (name: string): boolean => this.#checked(name, (value) => typeof value === 'boolean');
  readonly any = (name: string): unknown => this.values[name];

  readonly date = (name: string): Date => {
    const date = new Date(this.text(name));
    if (Number.isNaN(date.getTime())) throw this.#wrong(name);
    return date;
  };

  /** What a reader gives, or null where the field is null. */
  orNull<Value>(name: string, read: (name: string) => Value): Value | null {
    return this.values[name] === null ? null : read(name);
  }

  /** The rectangle of a face, where the response has one. */
  box(): { readonly box?: Box } {
    if (this.values['face_rectangle'] === undefined) return {};
    return { box: this.#checked('face_rectangle', isBox) };
  }

  within(name: string): Fields {
    const value = this.values[name];
    if (!isRecord(value)) throw this.#wrong(name);
    return new Fields(this.received, `${this.place}.${name}`, value);
  }

  list<Value>(name: string, read: (fields: Fields) => Value): Value[] {
    const values = this.#checked(name, isArray);
    const all = Object.fromEntries(values.entries());
    const items = new Fields(this.received, `${this.place}.${name}`, all);
    return values.map((_value, n) => read(items.within(String(n))));
  }

  #checked<Value>(name: string, isRight: (value: unknown) => value is Value): Value {
    const value = this.values[name];
    if (!isRight(value)) throw this.#wrong(name);
    return value;
  }

  #wrong = (name: string): Error => malformed(this.received, `${this.place}.${name}`);
}

function collectionOf(fields: Fields): Collection {
  return {
    id: fields.text('collection'),
    people: fields.number('people'),
    faces: fields.number('faces'),
    model: fields.orNull('model', fields.text),
    threshold: fields.number('threshold'),
    createdAt: fields.date('created_at'),
  };
}

export const readCollection = (received: CallResponse): Collection =>
  collectionOf(Fields.of(received).within('collection'));

const countsOf = <Count>(read: (name: string) => Count): CollectionCounts<Count> => ({
  collections: read('collections'),
  people: read('people'),
  faces: read('faces'),
});

export function readCollections(received: CallResponse): CollectionList {
  const fields = Fields.of(received);
  const limits = fields.within('limits');
  return {
    collections: fields.list('collections', collectionOf),
    used: countsOf(fields.within('used').number),
    limits: countsOf((name) => limits.orNull(name, limits.number)),
  };
}

function personOf(fields: Fields): Person {
  return {
    id: fields.text('person'),
    displayName: fields.orNull('display_name', fields.text),
    metadata: fields.any('metadata'),
    consent: fields.orNull('consent', fields.text),
    expiresAt: fields.orNull('expires_at', fields.date),
    faces: fields.number('faces'),
    createdAt: fields.date('created_at'),
  };
}

export const readPerson = (received: CallResponse): Person => personOf(Fields.of(received).within('person'));

const faceOf = (fields: Fields): EnrolledFace => ({
  id: fields.text('face'),
  createdAt: fields.date('created_at'),
});

export const readFace = (received: CallResponse): EnrolledFace => faceOf(Fields.of(received).within('face'));

export function readPersonWithFaces(received: CallResponse): PersonWithFaces {
  return { person: readPerson(received), faces: Fields.of(received).list('faces', faceOf) };
}

export function readPeople(received: CallResponse): PeoplePage {
  const fields = Fields.of(received);
  return { people: fields.list('people', personOf), next: fields.orNull('next', fields.text) };
}

/** A number of `data`, or of an object in it. */
export function readCount(received: CallResponse, ...path: [...string[], string]): number {
  const names = path.slice(0, -1);
  const fields = names.reduce((within, name) => within.within(name), Fields.of(received));
  return fields.number(path.at(-1) ?? '');
}

const matchOf = (fields: Fields): CollectionMatch => ({
  person: fields.text('person'),
  displayName: fields.orNull('display_name', fields.text),
  collection: fields.text('collection'),
  distance: fields.number('distance'),
  falseMatchRate: fields.number('false_match_rate'),
});

export function readEnrolled(received: CallResponse): EnrolResult {
  const fields = Fields.of(received);
  return {
    face: fields.text('face'),
    person: fields.text('person'),
    isNew: fields.flag('is_new'),
    duplicates: fields.list('duplicates', matchOf),
    ...fields.box(),
    meta: metaOf(received),
    raw: received.response.body as unknown as EnrolFaceResponse,
  };
}

export function readSearch(received: CallResponse): CollectionSearchResult {
  const fields = Fields.of(received);
  return {
    faces: fields.list('faces', (face) => ({
      ...face.box(),
      isIdentified: face.flag('identified'),
      matches: face.list('matches', matchOf),
    })),
    threshold: fields.number('threshold'),
    meta: metaOf(received),
    raw: received.response.body as unknown as SearchFacesResponse,
  };
}

export function readVerified(received: CallResponse): VerifyResult {
  const fields = Fields.of(received);
  return {
    isVerified: fields.flag('verified'),
    distance: fields.number('distance'),
    falseMatchRate: fields.number('false_match_rate'),
    threshold: fields.number('threshold'),
    ...fields.box(),
    meta: metaOf(received),
    raw: received.response.body as unknown as VerifyPersonResponse,
  };
}
