import {
  createPgvectorDatabase,
  pgvectorUrl,
  startService,
  type PgvectorDatabase,
  type StartedService,
} from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET } from './shared/cluster.js';

const postgres = pgvectorUrl('the tests of collections on several servers');

const API_KEY = 'collections-of-the-cluster';
const PEOPLE = 200;
/** The length of every vector of the service. */
const LENGTH = 0.437;

/** A vector of its own for each number. */
function vectorOf(seed: number): number[] {
  const raw = Array.from({ length: 128 }, (_, i) => Math.sin((seed + 1) * (i + 1) * 12.9898));
  return raw.map((value) => (value * LENGTH) / Math.hypot(...raw));
}

describe.skipIf(postgres === undefined)('collections on two servers (FACET_TEST_PGVECTOR_URL)', () => {
  let database: PgvectorDatabase;
  let servers: readonly StartedService[] = [];

  beforeAll(async () => {
    database = await createPgvectorDatabase(postgres ?? '');
    const env = {
      DATABASE_URL: database.url,
      FACET_COLLECTIONS: '1',
      FACET_SECRET: SECRET,
      FACET_WORKERS: '1',
      // A busy machine takes its time.
      FACET_DEADLINE_MS: '60000',
      FACET_DATABASE_DEADLINE_MS: '20000',
    };
    servers = await Promise.all([
      startService({ apiKey: API_KEY, env }),
      startService({ apiKey: API_KEY, env }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  });

  async function call(place: 0 | 1, method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${servers[place]?.url ?? ''}/collections/office${path}`, {
      method,
      headers: { user_id: API_KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { code, message, data } = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200) throw new Error(`${method} ${path}: ${String(code)} ${String(message)}`);
    return data;
  }

  const found = async (place: 0 | 1, vec: number[]): Promise<string[]> => {
    const { faces } = (await call(place, 'POST', '/search', { vec })) as {
      faces: { matches: { person: string }[] }[];
    };
    return (faces[0]?.matches ?? []).map(({ person }) => person);
  };

  it(`somebody who is enrolled on one is found on the other, and not after a deletion: ${PEOPLE} of ${PEOPLE}`, async () => {
    await call(0, 'PUT', '');
    const wrong: string[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const [here, there] = n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      const vec = vectorOf(n);
      await call(here, 'POST', `/people/p${n}/faces`, { vec });
      if (!(await found(there, vec)).includes(`p${n}`)) wrong.push(`p${n} was not found`);
      await call(here, 'DELETE', `/people/p${n}`);
      if ((await found(there, vec)).includes(`p${n}`)) wrong.push(`p${n} was found after the deletion`);
    }
    expect(wrong).toEqual([]);
  });
});
