import { DIMENSIONS } from '../vector.js';
import { nearestOfEach } from './pgvector.js';
import type { TableNames } from './table-names.js';

/** Everything that is sent to PostgreSQL, in one place. */
export interface Statements {
  readonly existing: string;
  readonly renameFormer: string;
  readonly prepare: string;
  readonly columns: string;
  readonly createIndex: (m: number, efConstruction: number) => string;
  readonly dropIndex: string;
  readonly enrol: string;
  readonly remove: string;
  readonly counts: string;
  readonly anyModel: string;
  readonly countOfModel: string;
  readonly person: string;
  readonly vectors: string;
  readonly peopleAfter: string;
  readonly searchExactly: string;
  readonly searchNearby: string;
}

/** Without it, two servers that prepare at the same time would both create the tables. */
const PREPARE_LOCK = 0x66616365;

export function statementsFor({
  people,
  vectors,
  formerVectors,
  byPerson,
  byVector,
}: TableNames): Statements {
  const placed = (index: string): string => {
    const dot = vectors.lastIndexOf('."');
    return dot < 0 ? index : `${vectors.slice(0, dot)}.${index}`;
  };
  const found = 'SELECT p.id, p.meta::text AS meta, near.vector::text AS vector';
  return {
    existing: 'SELECT to_regclass($1)::text AS former, to_regclass($2)::text AS current',
    renameFormer: `ALTER TABLE IF EXISTS ${formerVectors.table} RENAME TO ${formerVectors.newName}`,
    prepare: `
      SELECT pg_advisory_xact_lock(${PREPARE_LOCK});
      CREATE EXTENSION IF NOT EXISTS vector;
      CREATE TABLE IF NOT EXISTS ${people} (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        meta json
      );
      CREATE TABLE IF NOT EXISTS ${vectors} (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        person bigint NOT NULL REFERENCES ${people} ON DELETE CASCADE,
        vector vector(${DIMENSIONS}) NOT NULL,
        model text COLLATE "C" NOT NULL
      );
      CREATE INDEX IF NOT EXISTS ${byPerson} ON ${vectors} (person);`,
    columns: `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attname IN ('vector', 'model') AND NOT attisdropped`,
    createIndex: (m, efConstruction) =>
      `CREATE INDEX IF NOT EXISTS ${byVector} ON ${vectors} USING hnsw (vector vector_l2_ops)
        WITH (m = ${m}, ef_construction = ${efConstruction})`,
    dropIndex: `DROP INDEX IF EXISTS ${placed(byVector)}`,
    // One statement, so that it needs no transaction of its own. Sorted, so that two batches never wait for each other.
    enrol: `
      WITH enrolled AS (
        INSERT INTO ${people} AS known (id, meta)
        SELECT id, meta::json FROM unnest($1::text[], $2::text[]) AS given (id, meta) ORDER BY id COLLATE "C"
        ON CONFLICT (id) DO UPDATE SET meta = COALESCE(EXCLUDED.meta, known.meta)
        RETURNING number, id
      )
      INSERT INTO ${vectors} (person, vector, model)
      SELECT enrolled.number, given.vector::vector, $5::text
      FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (id, vector, place)
      JOIN enrolled ON enrolled.id = given.id
      ORDER BY given.place`,
    remove: `DELETE FROM ${people} WHERE id = $1`,
    counts: `SELECT (SELECT count(*) FROM ${people})::text AS people, (SELECT count(*) FROM ${vectors})::text AS vectors`,
    anyModel: `SELECT model FROM ${vectors} LIMIT 1`,
    countOfModel: `SELECT count(*)::text AS vectors FROM ${vectors} WHERE model = $1`,
    person: `SELECT id, meta::text AS meta, (SELECT count(*) FROM ${vectors} WHERE person = p.number)::text AS vectors
      FROM ${people} AS p WHERE id = $1`,
    vectors: `SELECT t.vector::text AS vector FROM ${vectors} AS t JOIN ${people} AS p ON p.number = t.person
      WHERE p.id = $1 ORDER BY t.number`,
    peopleAfter: `SELECT number::text AS number, id, meta::text AS meta,
        (SELECT count(*) FROM ${vectors} WHERE person = p.number)::text AS vectors
      FROM ${people} AS p WHERE number > $1::bigint ORDER BY number LIMIT $2::int`,
    searchExactly: `${found}
      FROM (${nearestOfEach(vectors, 'model = $4::text')}
      ) AS near JOIN ${people} AS p ON p.number = near.person
      ORDER BY near.distance, p.id LIMIT $3::int`,
    // ORDER BY and LIMIT alone are what an HNSW index supports.
    searchNearby: `${found}
      FROM (SELECT person, vector, model FROM ${vectors} ORDER BY vector <-> $1::vector LIMIT $2::int) AS near
      JOIN ${people} AS p ON p.number = near.person WHERE near.model = $3::text`,
  };
}
