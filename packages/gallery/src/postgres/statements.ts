import { DIMENSIONS } from '../vector.js';
import type { TableNames } from './table-names.js';

/** Everything that is sent to PostgreSQL, in one place. */
export interface Statements {
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
  readonly templates: string;
  readonly page: string;
  readonly searchExactly: string;
  readonly searchNearby: string;
}

/** Two servers that prepare at once would trip over each other's tables. */
const PREPARE_LOCK = 0x66616365;

export function statementsFor({ people, templates, byPerson, byVector }: TableNames): Statements {
  const placed = (index: string): string => {
    const dot = templates.lastIndexOf('."');
    return dot < 0 ? index : `${templates.slice(0, dot)}.${index}`;
  };
  const found = 'SELECT p.id, p.meta::text AS meta, near.vector::text AS vector';
  return {
    prepare: `
      SELECT pg_advisory_xact_lock(${PREPARE_LOCK});
      CREATE EXTENSION IF NOT EXISTS vector;
      CREATE TABLE IF NOT EXISTS ${people} (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        meta json
      );
      CREATE TABLE IF NOT EXISTS ${templates} (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        person bigint NOT NULL REFERENCES ${people} ON DELETE CASCADE,
        vector vector(${DIMENSIONS}) NOT NULL,
        model text COLLATE "C" NOT NULL
      );
      CREATE INDEX IF NOT EXISTS ${byPerson} ON ${templates} (person);`,
    columns: `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attname IN ('vector', 'model') AND NOT attisdropped`,
    createIndex: (m, efConstruction) =>
      `CREATE INDEX IF NOT EXISTS ${byVector} ON ${templates} USING hnsw (vector vector_l2_ops)
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
      INSERT INTO ${templates} (person, vector, model)
      SELECT enrolled.number, given.vector::vector, $5::text
      FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (id, vector, place)
      JOIN enrolled ON enrolled.id = given.id
      ORDER BY given.place`,
    remove: `DELETE FROM ${people} WHERE id = $1`,
    counts: `SELECT (SELECT count(*) FROM ${people})::text AS people, (SELECT count(*) FROM ${templates})::text AS templates`,
    anyModel: `SELECT model FROM ${templates} LIMIT 1`,
    countOfModel: `SELECT count(*)::text AS templates FROM ${templates} WHERE model = $1`,
    person: `SELECT id, meta::text AS meta, (SELECT count(*) FROM ${templates} WHERE person = p.number)::text AS templates
      FROM ${people} AS p WHERE id = $1`,
    templates: `SELECT t.vector::text AS vector FROM ${templates} AS t JOIN ${people} AS p ON p.number = t.person
      WHERE p.id = $1 ORDER BY t.number`,
    page: `SELECT number::text AS number, id, meta::text AS meta,
        (SELECT count(*) FROM ${templates} WHERE person = p.number)::text AS templates
      FROM ${people} AS p WHERE number > $1::bigint ORDER BY number LIMIT $2::int`,
    // The distance in a WHERE and the choice per person keep an HNSW index out of this: every template is compared.
    searchExactly: `${found}
      FROM (
        SELECT DISTINCT ON (person) person, vector, vector <-> $1::vector AS distance
        FROM ${templates} WHERE vector <-> $1::vector < $2::float8 AND model = $4::text
        ORDER BY person, distance
      ) AS near JOIN ${people} AS p ON p.number = near.person
      ORDER BY near.distance, p.id LIMIT $3::int`,
    // ORDER BY and LIMIT alone are what an HNSW index answers.
    searchNearby: `${found}
      FROM (SELECT person, vector, model FROM ${templates} ORDER BY vector <-> $1::vector LIMIT $2::int) AS near
      JOIN ${people} AS p ON p.number = near.person WHERE near.model = $3::text`,
  };
}
