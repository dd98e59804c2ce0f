import { squaredDistance } from './vector.js';

/** The search with pgvector for the collections of the service. Not a public interface. */

/** pgvector sums in float32: people within this margin are fetched too, and compared here in double precision. */
export const ROUNDING_MARGIN = 1e-4;
/** As many people more than wanted are fetched, because those at nearly the same distance may change their order. */
export const EXTRA_PEOPLE = 10;
/** A search through an index fetches at least this many vectors, and several per person. */
export const MIN_NEARBY = 40;
export const NEARBY_PER_PERSON = 4;

/** Nine digits are enough to tell any float32 number from its neighbours. */
export const toSql = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => value.toPrecision(9)).join(',')}]`;

export const fromSql = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[]);

/**
 * How near each person is: $1 is the query, $2 the largest distance. The distance in a WHERE and the least per person keep
 * an HNSW index out of this: every vector is compared. Of the many that are compared, only numbers are kept.
 */
export const leastOfEach = (vectors: string, condition: string): string => `
  SELECT person, min(vector <-> $1::vector) AS distance
  FROM ${vectors} WHERE vector <-> $1::vector < $2::float8 AND ${condition}
  GROUP BY person`;

/** One row as named columns. */
type Row = Readonly<Record<string, unknown>>;

export interface Found<Key> {
  readonly person: Key;
  readonly distance: number;
  /** The row of the nearest vector. */
  readonly row: Row;
}

/** Each person of the rows once, at the exact distance of the nearest vector; nearest first, then by the key. */
export function rankPeople<Key extends string | number>(
  rows: readonly Row[],
  personOf: (row: Row) => Key,
  query: Float32Array,
  threshold: number,
): Found<Key>[] {
  const best = new Map<Key, Found<Key>>();
  for (const row of rows) {
    const person = personOf(row);
    const distance = Math.sqrt(squaredDistance(query, fromSql(String(row['vector']))));
    if (distance < threshold && distance < (best.get(person)?.distance ?? Infinity))
      best.set(person, { person, distance, row });
  }
  return [...best.values()].sort((a, b) => a.distance - b.distance || (a.person < b.person ? -1 : 1));
}
