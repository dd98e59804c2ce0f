import { DIMENSIONS } from '@facet/gallery/internals';
import type pg from 'pg';
import type { PostgresConnections } from '../../db/postgres/connections.js';
import { RepeatedWork } from '../../work/repeated-work.js';

/** What the indexes are made of: half the numbers' precision, which orders faces well enough, in half the memory. */
export const HALF_VECTOR = `(vector::halfvec(${DIMENSIONS}))`;
/** Above so many faces, a search through an index is faster than the comparison of every face: estimated from 10,000 and 100,000. */
export const INDEXED_ABOVE = 40_000;
/** An index is dropped below this share of it, so that a collection of changing size does not get one again and again. */
const DROPPED_BELOW = 0.5;
/** Every insertion considers every index of the table. Beyond this, collections are compared face by face. */
const MAX_INDEXES = 200;

/**
 * More than pgvector's defaults: most people have few faces and lie far from each other, in all directions, which is the
 * hardest case for a graph.
 */
const GRAPH = 'm = 24, ef_construction = 128';

const PREFIX = 'collection_face_hnsw_';
/** An arbitrary number that no other user of the database uses for its advisory lock. */
const LOCK = 4_607_182_420;
const EVERY_MS = 60_000;
/**
 * A collection that has grown by more since the last check is being imported. Its index has to wait: faces that come during
 * a build are added to the graph one by one, which takes many times as long.
 */
const MAX_GROWTH = 1.1;
const BUILD_TIMEOUT_MS = 12 * 60 * 60_000;
/** What a graph takes for each face while it is built, and the most that is asked for. */
const BUILD_BYTES_PER_FACE = 1500;
const MAX_BUILD_BYTES = 2 ** 31 - 1024;

/** Ends a build within seconds of its server's death. */
const OPTIONS = '-c client_connection_check_interval=5s';

interface Large {
  readonly number: number;
  readonly faces: number;
}

/** Gives every large collection an HNSW index of its own, in the background, by one of the servers. */
export class HnswIndexes {
  readonly #connections: PostgresConnections;
  readonly #above: number;
  readonly #updating: RepeatedWork;
  #client: pg.Client | undefined;
  #isClosed = false;
  /** How many faces each collection without its index had at the last check. */
  #facesBefore: ReadonlyMap<number, number> = new Map();

  constructor(connections: PostgresConnections, above: number, onFault: (cause: unknown) => void) {
    this.#connections = connections;
    this.#above = above;
    this.#updating = new RepeatedWork(
      () => this.#update(),
      (cause) => {
        if (!this.#isClosed) onFault(cause);
      },
    );
  }

  start(): void {
    void this.update();
    this.#updating.start(EVERY_MS);
  }

  /** Builds what is missing and drops what is no longer needed, unless another server is doing so. */
  update(): Promise<void> {
    return this.#updating.run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A build that is cut off leaves an invalid index, which the next server replaces.
    await this.#client?.end();
    await this.#updating.stop();
  }

  async #update(): Promise<void> {
    if (this.#isClosed) return;
    const client = this.#connections.separate({
      application_name: 'facet',
      options: OPTIONS,
      statement_timeout: BUILD_TIMEOUT_MS,
      query_timeout: BUILD_TIMEOUT_MS + 1000,
    });
    this.#client = client;
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        LOCK,
      ]);
      // Released when the connection ends.
      if (rows[0]?.taken !== true) return;
      await this.#dropUnneeded(client);
      for (const large of await this.#due(client)) await build(client, large);
    } finally {
      this.#client = undefined;
      await client.end();
    }
  }

  /** Those of deleted or small collections, and those whose build failed. */
  async #dropUnneeded(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT i.relname AS name FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
       WHERE x.indrelid = 'collection_face'::regclass AND starts_with(i.relname, $1) AND NOT (
         x.indisvalid AND EXISTS (
           SELECT 1 FROM collection
           WHERE $1 || number = i.relname AND account_id IS NOT NULL AND faces >= $2
         ))`,
      [PREFIX, DROPPED_BELOW * this.#above],
    );
    for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
  }

  /** Large collections without an index that no longer grow fast. */
  async #due(client: pg.Client): Promise<Large[]> {
    const missing = await this.#missing(client);
    const before = this.#facesBefore;
    this.#facesBefore = new Map(missing.map(({ number, faces }) => [number, faces]));
    return missing.filter(({ number, faces }) => faces <= MAX_GROWTH * (before.get(number) ?? 0));
  }

  async #missing(client: pg.Client): Promise<Large[]> {
    const { rows } = await client.query<Large & { readonly isThere: boolean }>(
      `SELECT number, faces, to_regclass($1 || number) IS NOT NULL AS "isThere" FROM collection
       WHERE account_id IS NOT NULL AND faces > $2 ORDER BY faces DESC LIMIT $3`,
      [PREFIX, this.#above, MAX_INDEXES],
    );
    return rows.filter(({ isThere }) => !isThere);
  }
}

async function build(client: pg.Client, { number, faces }: Large): Promise<void> {
  const bytes = Math.min(MAX_BUILD_BYTES, Math.ceil(MAX_GROWTH * faces * BUILD_BYTES_PER_FACE));
  // A graph that does not fit into this memory takes many times as long.
  await client.query(
    `SELECT set_config('maintenance_work_mem',
       (greatest(pg_size_bytes(current_setting('maintenance_work_mem')), $1::bigint) / 1024)::text, false)`,
    [bytes],
  );
  await client.query(
    `CREATE INDEX CONCURRENTLY "${PREFIX}${number}" ON collection_face
     USING hnsw (${HALF_VECTOR} halfvec_l2_ops) WITH (${GRAPH}) WHERE collection = ${number}`,
  );
}
