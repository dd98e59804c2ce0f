import { fromSql } from '@facet/gallery/pgvector';
import type pg from 'pg';
import { once } from '../../db/once.js';
import type { PostgresConnections } from '../../db/postgres/connections.js';
import { upToFaces } from '../collection-rows.js';
import type { CollectionSnapshot, SnapshotPerson } from '../face-store.js';

/** How long a caller may take to read a part of an export. */
const IDLE_MS = 60_000;
/** People per query. */
const PEOPLE = 500;

interface PersonRow {
  readonly number: number;
  readonly id: string;
  readonly display_name: string | null;
  readonly metadata: string | null;
  readonly consent: string | null;
  readonly expires_at: number | null;
  readonly faces: number;
}

const EXPORTED = 'collection = $1 AND faces > 0 AND (expires_at IS NULL OR expires_at > $2)';

/** All of a collection as of now, read page by page in one transaction. */
export async function takeSnapshot(
  connections: PostgresConnections,
  collection: number,
): Promise<CollectionSnapshot> {
  const client = await connections.connect(connections.exporting);
  const now = Date.now();
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`,
    );
    const { rows } = await client.query<{ people: number; vectors: number; model: string | null }>(
      `SELECT count(*) AS people, coalesce(sum(faces), 0)::bigint AS vectors,
         (SELECT model FROM collection WHERE number = $1) AS model
       FROM collection_person WHERE ${EXPORTED}`,
      [collection, now],
    );
    const { people = 0, vectors = 0, model = null } = rows[0] ?? {};
    return {
      counts: { people, vectors },
      model,
      people: readPeople(client, collection, now),
      close: once(() => {
        // Nothing was written: closing the connection ends the transaction, also one that has failed.
        client.release(true);
        return Promise.resolve();
      }),
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function* readPeople(
  client: pg.PoolClient,
  collection: number,
  now: number,
): AsyncGenerator<SnapshotPerson, void, undefined> {
  for (let after = ''; ;) {
    const { rows } = await client.query<PersonRow>(
      `SELECT number, id, display_name, metadata, consent, expires_at, faces FROM collection_person
         WHERE ${EXPORTED} AND id > $3 ORDER BY id LIMIT ${PEOPLE}`,
      [collection, now, after],
    );
    const page = upToFaces(rows);
    const vectors = await vectorsOf(client, page);
    for (const row of page)
      yield {
        id: row.id,
        displayName: row.display_name,
        metadata: row.metadata,
        consent: row.consent,
        expiresAt: row.expires_at,
        vectors: vectors.get(row.number) ?? [],
      };
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function vectorsOf(
  client: pg.PoolClient,
  people: readonly PersonRow[],
): Promise<Map<number, Float32Array[]>> {
  const { rows } = await client.query<{ person: number; vector: string }>(
    `SELECT person, vector::text AS vector FROM collection_face
     WHERE person = ANY ($1::bigint[]) ORDER BY person, number`,
    [people.map(({ number }) => number)],
  );
  const vectors = new Map<number, Float32Array[]>();
  for (const { person, vector } of rows) {
    const known = vectors.get(person);
    if (known === undefined) vectors.set(person, [fromSql(vector)]);
    else known.push(fromSql(vector));
  }
  return vectors;
}
