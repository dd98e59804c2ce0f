import { createPgvectorDatabase, pgvectorUrl } from '@facet/test-support';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { openDatabase, type DatabaseOptions } from '../db/open-database.js';
import { vectorOf } from '../http/collections/collection-calls.test.fixture.js';
import { collectionsOn, COLLECTION, OWNER, SIGNAL } from './collections-on.test.fixture.js';
import type { Collections } from './collections.js';
import type { EnrollingOrder } from './enrolling-process.test.fixture.js';

/** As built: a process of its own cannot read TypeScript. */
const PROGRAM = fileURLToPath(
  new URL('../../dist/collections/enrolling-process.test.fixture.js', import.meta.url),
);
/** FACET_TEST_KILLS=50 for a thorough run. */
const KILLS = Number(process.env['FACET_TEST_KILLS'] ?? 6);
const LINES_BEFORE_KILL = 40;
const MINUTES = 60_000;

/** Lets it enrol and delete until it has said so many lines, and kills it in the middle of whatever it does then. */
async function killInTheMiddle(order: EnrollingOrder, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stdout).on('line', (line) => {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  });
  await closed;
  expect(child.signalCode, said.join('\n')).toBe('SIGKILL');
  return said;
}

/** That every number in the tables is that of the rows. */
async function expectWhole({ db }: Database): Promise<void> {
  const { rows } = await sql`
    select c.people, c.faces,
      (select count(*) from collection_person where collection = c.number) as "peopleRows",
      (select count(*) from collection_face where collection = c.number) as "faceRows",
      (select count(*) from collection_person p where p.faces <> 1
        or 1 <> (select count(*) from collection_face where person = p.number)) as "halfThere"
    from collection c`.execute(db);
  const [row] = rows as { people: number; faces: number }[];
  expect(row).toEqual({ ...row, peopleRows: row?.people, faceRows: row?.faces, halfThere: 0 });
}

async function runOn(place: DatabaseOptions): Promise<void> {
  const numbers = { enrolled: new Set<number>(), deleting: new Set<number>(), deleted: new Set<number>() };
  const open = async (): Promise<{ database: Database; collections: Collections }> => {
    const database = await openDatabase(place);
    await migrate(database);
    return { database, collections: await collectionsOn(database) };
  };
  const { collections: first, database: opened } = await open();
  await first.close();
  await opened.close();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const order = { place, from: kill * 100_000 };
    for (const line of await killInTheMiddle(order, LINES_BEFORE_KILL + (kill % 7))) {
      const [what = '', number] = line.split(' ');
      if (what in numbers) numbers[what as keyof typeof numbers].add(Number(number));
    }
    const { database, collections } = await open();
    try {
      await expectWhole(database);
      const { number, faces } = await collections.find(OWNER.accountId, COLLECTION);
      const nearest = async (n: number): Promise<readonly { readonly person: string }[]> => {
        const vector = Float32Array.from(vectorOf(n));
        const options = { maxResults: 1, threshold: 0.01, signal: SIGNAL };
        const { matches } = await collections.faces.search(OWNER.accountId, [COLLECTION], [vector], options);
        return matches[0] ?? [];
      };
      for (const n of numbers.enrolled) expect(await nearest(n)).toMatchObject([{ person: `p${n}` }]);
      for (const n of numbers.deleted) expect(await nearest(n)).toEqual([]);
      // What is found equals the table: every row by its own vector, those in the middle of something included.
      const list = await database.db
        .selectFrom('collection_person')
        .select('id')
        .where('collection', '=', number)
        .execute();
      expect(list).toHaveLength(faces);
      for (const { id } of list)
        expect(await nearest(Number(id.slice(1))), id).toMatchObject([{ person: id }]);
    } finally {
      await collections.close();
      await database.close();
    }
  }
  expect(numbers.enrolled.size).toBeGreaterThan(KILLS);
  expect(numbers.deleted.size).toBeGreaterThan(KILLS);
}

describe('a server that is killed while it enrols and deletes leaves whole rows, and finds what is in them', () => {
  it(
    'on SQLite',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'facet-killed-'));
      try {
        await runOn({ dataDir, url: undefined });
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    KILLS * MINUTES,
  );

  const server = pgvectorUrl('the kills of servers with collections in PostgreSQL');
  it.skipIf(server === undefined)(
    'on PostgreSQL (FACET_TEST_PGVECTOR_URL)',
    async () => {
      const { url, drop } = await createPgvectorDatabase(server ?? '');
      try {
        await runOn({ dataDir: tmpdir(), url, statementTimeoutMs: 120_000 });
      } finally {
        await drop();
      }
    },
    KILLS * MINUTES,
  );
});
