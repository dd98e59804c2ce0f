import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqliteDatabase } from '../../db/database.js';
import type { CollectionSnapshot, SnapshotPerson } from '../face-store.js';
import type { SealedRow } from './sealed-vector.js';

/** People that are read at once. */
const PAGE = 50;

const LIVE = 'collection = ? and faces > 0 and (expires_at is null or expires_at > ?)';
const COUNTED = 2000;
const COUNTS = `select id, faces from collection_person where ${LIVE} and id > ? order by id limit ${COUNTED}`;
const PEOPLE = `select * from collection_person where ${LIVE} and id > ? order by id limit ${PAGE}`;
const FACES = `select collection, number, person, model, sealed from collection_face where person = ? order by number`;

interface PersonRow {
  readonly number: number;
  readonly id: string;
  readonly display_name: string | null;
  readonly metadata: string | null;
  readonly consent: string | null;
  readonly expires_at: number | null;
}

/** A collection as it is now, read through a connection of its own while others go on writing. */
export async function openSnapshot(
  database: SqliteDatabase,
  collection: number,
  now: number,
  open: (row: SealedRow) => Float32Array,
): Promise<CollectionSnapshot> {
  const reader = await database.openReader();
  const read = async <T>(sql: string, ...values: readonly unknown[]): Promise<readonly T[]> =>
    (await reader.read(sql, ...values)) as unknown as readonly T[];

  /** In turns, because counting a million rows takes a second. */
  async function count(): Promise<CollectionSnapshot['counts']> {
    let [people, vectors] = [0, 0];
    for (let after = ''; ;) {
      const page = await read<{ id: string; faces: number }>(COUNTS, collection, now, after);
      people += page.length;
      for (const { faces } of page) vectors += faces;
      const last = page.at(-1);
      if (last === undefined) return { people, vectors };
      after = last.id;
      await nextTurn();
    }
  }

  async function* people(): AsyncGenerator<SnapshotPerson, void, undefined> {
    for (let after = ''; ;) {
      const page = await read<PersonRow>(PEOPLE, collection, now, after);
      for (const row of page) {
        const faces = await read<SealedRow>(FACES, row.number);
        yield {
          id: row.id,
          displayName: row.display_name,
          metadata: row.metadata,
          consent: row.consent,
          expiresAt: row.expires_at,
          vectors: faces.map(open),
        };
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.id;
      await nextTurn();
    }
  }

  try {
    const counts = await count();
    const [row] = await read<{ model: string | null }>(
      'select model from collection where number = ?',
      collection,
    );
    if (row === undefined) throw new Error(`There is no collection ${collection}.`);
    return { counts, model: row.model, people: people(), close: reader.close };
  } catch (error) {
    await reader.close();
    throw error;
  }
}
