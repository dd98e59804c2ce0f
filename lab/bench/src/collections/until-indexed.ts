import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const POLL_MS = 1000;

/** Waits until PostgreSQL has the index of the collection with this many faces, if it is to have one. */
export async function untilIndexed(url: string, faces: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ missing: boolean }>(
        `SELECT NOT EXISTS (
           SELECT 1 FROM pg_index JOIN collection ON indexrelid = to_regclass('collection_face_hnsw_' || number)
           WHERE faces = $1 AND indisvalid
         ) AS missing`,
        [faces],
      );
      if (faces <= INDEXED_ABOVE || rows[0]?.missing !== true) return;
      await sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

/** As in the server's hnsw-indexes.ts. */
const INDEXED_ABOVE = 40_000;
