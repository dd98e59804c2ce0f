import {
  EXTRA_PEOPLE,
  leastOfEach,
  MIN_NEARBY,
  NEARBY_PER_PERSON,
  rankPeople,
  ROUNDING_MARGIN,
  toSql,
} from '@facet/gallery/pgvector';
import { DIMENSIONS } from '@facet/gallery/internals';
import { timed, type PostgresConnections } from '../../db/postgres/connections.js';
import type { Neighbour, SearchedCollection } from '../face-store.js';
import { NOW_IN_SQL } from './database-clock.js';
import { HALF_VECTOR } from './hnsw-indexes.js';

interface Wanted {
  readonly k: number;
  readonly threshold: number;
}

/** At most so many faces are fetched through an index, as pgvector itself does. */
const MAX_NEARBY = 20_000;
/** How many times more are fetched if the nearest faces belong to too few people. */
const WIDER = 8;

const COLUMNS = 'near.person, near.vector::text AS vector, p.id, p.display_name, p.collection';
/** Whoever still exists, in a collection that does. */
const EXISTS = `c.account_id IS NOT NULL AND (p.expires_at IS NULL OR p.expires_at > ${NOW_IN_SQL})`;

/** OFFSET 0 makes the planner look up people one by one, the nearest first, until there are enough. */
export const EXACTLY = `
  WITH least AS MATERIALIZED (${leastOfEach('collection_face', 'collection = ANY ($4::bigint[])')}),
  near AS MATERIALIZED (
    SELECT least.person, least.distance, p.id, p.display_name, p.collection
    FROM (SELECT * FROM least ORDER BY distance) AS least
    CROSS JOIN LATERAL (
      SELECT p.id, p.display_name, p.collection
      FROM collection_person AS p JOIN collection AS c ON c.number = p.collection
      WHERE p.number = least.person AND ${EXISTS} OFFSET 0
    ) AS p
    ORDER BY least.distance LIMIT $3::int
  )
  SELECT near.person, nearest.vector::text AS vector, near.id, near.display_name, near.collection
  FROM near CROSS JOIN LATERAL (
    SELECT vector FROM collection_face WHERE person = near.person ORDER BY vector <-> $1::vector LIMIT 1 OFFSET 0
  ) AS nearest`;

/**
 * ORDER BY and LIMIT alone are what an HNSW index supports. OFFSET 0 makes the planner look up each person: as costs of
 * disabled sorting hide all others from it, it might as well read all people of the database instead.
 */
const NEARBY = `
  WITH nearby AS MATERIALIZED (
    SELECT person, vector, vector <-> $1::vector AS distance FROM collection_face
    WHERE collection = $2::bigint ORDER BY ${HALF_VECTOR} <-> $1::halfvec(${DIMENSIONS}) LIMIT $3::int
  )
  SELECT ${COLUMNS}, reached.faces, reached.distance AS reached
  FROM (SELECT DISTINCT ON (person) * FROM nearby ORDER BY person, distance) AS near
  CROSS JOIN LATERAL (
    SELECT p.id, p.display_name, p.collection
    FROM collection_person AS p JOIN collection AS c ON c.number = p.collection
    WHERE p.number = near.person AND ${EXISTS} OFFSET 0
  ) AS p
  CROSS JOIN (SELECT count(*) AS faces, max(distance) AS distance FROM nearby) AS reached
  ORDER BY near.distance LIMIT $4::int`;

/** Of two ways to the nearest faces, the one without sorting is that through the index. */
const BEGIN_NEARBY =
  'begin; set local enable_sort = off; set local hnsw.ef_search = 200; set local hnsw.iterative_scan = relaxed_order';

const personOf = (row: Readonly<Record<string, unknown>>): number => Number(row['person']);

/** Compares every face of these collections with the query. */
export async function nearestExactly(
  connections: PostgresConnections,
  collections: readonly SearchedCollection[],
  query: Float32Array,
  { k, threshold }: Wanted,
): Promise<Neighbour[]> {
  const { rows } = await connections.run(connections.searching, (client) =>
    client.query<Record<string, unknown>>(
      timed(connections.searching, {
        // Prepared once for each connection: to parse it takes longer than to search a small collection.
        name: 'nearest-exactly',
        text: EXACTLY,
        values: [
          toSql(query),
          threshold + ROUNDING_MARGIN,
          k + EXTRA_PEOPLE,
          collections.map(({ number }) => number),
        ],
      }),
    ),
  );
  return ranked(rows, query, { k, threshold });
}

/** Goes through the collection's HNSW index, or compares every face as long as it has none. */
export async function nearestNearby(
  connections: PostgresConnections,
  { number }: SearchedCollection,
  query: Float32Array,
  { k, threshold }: Wanted,
): Promise<Neighbour[]> {
  const text = toSql(query);
  for (
    let limit = Math.max(MIN_NEARBY, NEARBY_PER_PERSON * k);
    ;
    limit = Math.min(MAX_NEARBY, limit * WIDER)
  ) {
    const nearby = { text: NEARBY, values: [text, number, limit, k + EXTRA_PEOPLE] };
    const [, { rows }] = await connections.run(connections.searching, (client) =>
      Promise.all([
        client.query(BEGIN_NEARBY),
        client.query<Record<string, unknown>>(timed(connections.searching, nearby)),
        client.query('commit'),
      ]),
    );
    // The nearest faces may belong to one person, or to people who have expired.
    const isEnough =
      rows.length >= k ||
      limit === MAX_NEARBY ||
      (rows[0] !== undefined && (Number(rows[0]['faces']) < limit || Number(rows[0]['reached']) > threshold));
    if (isEnough) return ranked(rows, query, { k, threshold });
  }
}

const ranked = (
  rows: readonly Record<string, unknown>[],
  query: Float32Array,
  { k, threshold }: Wanted,
): Neighbour[] =>
  rankPeople(rows, personOf, query, threshold)
    .slice(0, k)
    .map(({ person, distance, row }) => ({
      person,
      id: String(row['id']),
      displayName: (row['display_name'] ?? null) as string | null,
      collection: Number(row['collection']),
      distance,
    }));
