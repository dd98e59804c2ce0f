import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../db/tables.js';
import { ServiceError } from '../errors.js';
import { collectionOf, requireOwnModel, type CollectionParts } from './collection-rows.js';

/** A face of a collection, and whose it is. */
interface ListedFace {
  readonly number: number;
  readonly person: string;
  readonly displayName: string | null;
}

interface ListQuery {
  /** Only the faces of this person. */
  readonly person: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface FoundFace extends ListedFace {
  /** The number of the person. */
  readonly personNumber: number;
}

type FaceRows = SelectQueryBuilder<Tables, 'collection_face' | 'collection_person', FoundFace>;

/** Reads the faces of a collection without naming their people. */
export class ListedFaces {
  constructor(private readonly parts: CollectionParts) {}

  /** By the ids of their people, then by their numbers. */
  async page(accountId: string, collection: string, query: ListQuery): Promise<ListedFace[]> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    const { person, offset, limit } = query;
    return this.#rows(number)
      .$if(person !== undefined, (rows) => rows.where('collection_person.id', '=', person ?? ''))
      .orderBy('collection_person.id')
      .orderBy('collection_face.number')
      .limit(limit)
      .offset(offset)
      .execute();
  }

  async find(accountId: string, collection: string, face: number): Promise<ListedFace> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    return this.#face(number, face);
  }

  /** The vector of a face, made by the model of the service. */
  async vectorOf(accountId: string, collection: string, face: number): Promise<Float32Array> {
    const row = await collectionOf(this.parts.database.db, accountId, collection);
    requireOwnModel(row);
    const { personNumber } = await this.#face(row.number, face);
    const faces = await this.parts.store.ofPerson(null, row.number, personNumber);
    const found = faces.find((each) => each.number === face);
    // Deleted since.
    if (found === undefined) throw new ServiceError('unknown-face');
    return found.vector;
  }

  async #face(collection: number, face: number): Promise<FoundFace> {
    const found = await this.#rows(collection).where('collection_face.number', '=', face).executeTakeFirst();
    if (found === undefined) throw new ServiceError('unknown-face');
    return found;
  }

  /** The faces of people who have not expired. */
  #rows(collection: number): FaceRows {
    return this.parts.database.db
      .selectFrom('collection_face')
      .innerJoin('collection_person', 'collection_person.number', 'collection_face.person')
      .select([
        'collection_face.number',
        'collection_person.id as person',
        'collection_person.display_name as displayName',
        'collection_person.number as personNumber',
      ])
      .where('collection_face.collection', '=', collection)
      .where('collection_person.collection', '=', collection)
      .where((row) =>
        row.or([
          row('collection_person.expires_at', 'is', null),
          row('collection_person.expires_at', '>', this.parts.now()),
        ]),
      );
  }
}
