import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../db/tables.js';
import { ServiceError } from '../errors.js';
import { NEVER } from '../work/turns.js';
import { collectionOf, requireOwnModel, type CollectionParts } from './collection-rows.js';

/** Faces that are read in one turn. */
const ROWS_AT_ONCE = 200;

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

/** Reads the faces of a collection where the caller does not know the person. */
export class ListedFaces {
  constructor(private readonly parts: CollectionParts) {}

  /** By the ids of their people, then by their numbers. */
  async page(accountId: string, collection: string, query: ListQuery): Promise<ListedFace[]> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    const found: ListedFace[] = [];
    for (let after: ListedFace | undefined; ;) {
      const limit = Math.min(ROWS_AT_ONCE, query.limit - found.length);
      const rows = await this.parts.turns.run(accountId, NEVER, () =>
        this.#some(number, { ...query, limit, after }),
      );
      found.push(...rows);
      after = rows.at(-1);
      if (rows.length < limit || found.length === query.limit) return found;
    }
  }

  /** The faces after one, or the first behind the offset. */
  #some(
    collection: number,
    { person, offset, limit, after }: ListQuery & { readonly after: ListedFace | undefined },
  ): Promise<ListedFace[]> {
    return this.#rows(collection)
      .$if(person !== undefined, (rows) => rows.where('collection_person.id', '=', person ?? ''))
      .$if(after !== undefined, (rows) =>
        rows.where((row) =>
          row.or([
            row('collection_person.id', '>', after?.person ?? ''),
            row.and([
              row('collection_person.id', '=', after?.person ?? ''),
              row('collection_face.number', '>', after?.number ?? 0),
            ]),
          ]),
        ),
      )
      .orderBy('collection_person.id')
      .orderBy('collection_face.number')
      .limit(limit)
      .offset(after === undefined ? offset : 0)
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
