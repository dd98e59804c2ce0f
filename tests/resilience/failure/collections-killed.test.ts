import { createPgvectorDatabase, pgvectorUrl } from '@facet/test-support';
import { deriveKeys, exportedBytes, openCollections, openDatabase } from '@facet/server/internals';
import { Gallery, VECTOR_MODEL } from '@facet/gallery';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './start-on.js';

const PROGRAM = fileURLToPath(
  new URL('../../../packages/server/dist/collections/changing-process.test.fixture.js', import.meta.url),
);
/** RESILIENCE_KILLS makes more. */
const KILLS = Number(process.env['RESILIENCE_KILLS'] ?? 15);
const CHANGES = 1000;
/** That of the program. */
const SECRET = 'the secret of the crash test, long enough';

interface Place {
  readonly dataDir: string;
  readonly url?: string;
}

/** Starts the program and kills it when it has said so many lines; returns them. */
async function changesUntilKilled(place: Place, first: number, lines: number): Promise<string[]> {
  const order = JSON.stringify({ ...place, first, changes: CHANGES });
  const child = spawn(process.execPath, [PROGRAM, order], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'close');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  await gone;
  expect(child.signalCode).toBe('SIGKILL');
  return said;
}

/** Who must be there and who must not; nobody knows about the change that was under way. */
class Expected {
  readonly present = new Set<string>();
  readonly absent = new Set<string>();

  add(lines: readonly string[]): void {
    for (const line of lines) {
      const [what = '', person = ''] = line.split(' ');
      this.present.delete(person);
      if (what === 'enrolled') this.present.add(person);
      if (what === 'deleted') this.absent.add(person);
    }
  }
}

/** Opens what the process left, as its next start would, and compares everything with everything. */
async function expectConsistent(place: Place, expected: Expected): Promise<void> {
  const database = await openDatabase(place);
  const collections = await openCollections({
    database,
    keys: deriveKeys(SECRET),
    isOn: true,
    maxBytes: 2 ** 28,
    onFault: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  try {
    const row = await collections.find('a', 'c');
    const chunks: Uint8Array[] = [];
    for await (const chunk of exportedBytes(await collections.parts.store.snapshot(row.number)))
      chunks.push(chunk);
    // Every vector can be decrypted, and the counts of people agree with the rows of faces.
    const gallery = Gallery.load(Buffer.concat(chunks), { model: VECTOR_MODEL });
    expect([gallery.size, gallery.vectorCount]).toEqual([row.people, row.faces]);
    const stored = await database.db.selectFrom('collection_face').select('number').execute();
    expect(stored.length).toBe(row.faces);
    for (const person of expected.present) expect(gallery.has(person), person).toBe(true);
    for (const person of expected.absent) expect(gallery.has(person), person).toBe(false);
    // The index finds exactly who is in the table.
    const people = [...gallery].map(({ id }) => id);
    for (const id of people.slice(-20)) {
      const [vector = new Float32Array(128)] = gallery.vectors(id);
      const options = { maxResults: 100, threshold: 0.9, signal: new AbortController().signal };
      const { matches } = await collections.faces.search('a', ['c'], [vector], options);
      const found = matches[0]?.map(({ person, distance }) => [person, distance]);
      const exact = gallery.search(vector, { k: 100, threshold: 0.9 }).hits;
      expect(found?.[0]).toEqual([id, 0]);
      expect(new Set(found?.map(([person]) => person))).toEqual(new Set(exact.map((hit) => hit.id)));
    }
  } finally {
    await collections.close();
    await database.close();
  }
}

async function survivesKills(place: Place): Promise<void> {
  const expected = new Expected();
  for (let kill = 0; kill < KILLS; kill++) {
    // At another point each time: while enrolling, while deleting, in between.
    expected.add(await changesUntilKilled(place, kill * CHANGES, 1 + ((kill * 37) % 120)));
    await expectConsistent(place, expected);
  }
  expect(expected.present.size).toBeGreaterThan(KILLS);
  expect(expected.absent.size).toBeGreaterThan(KILLS / 5);
}

it('collections on SQLite survive a kill at any point', { timeout: 30 * 60_000 }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await survivesKills({ dataDir: folder.path });
});

const postgres = pgvectorUrl('the test of killed servers with collections on PostgreSQL');

it.skipIf(postgres === undefined)(
  'collections on PostgreSQL survive a kill at any point (FACET_TEST_PGVECTOR_URL)',
  { timeout: 30 * 60_000 },
  async () => {
    const database = await createPgvectorDatabase(postgres ?? '');
    const folder = await temporaryFolder();
    onTestFinished(async () => {
      await folder.remove();
      await database.drop();
    });
    await survivesKills({ dataDir: folder.path, url: database.url });
  },
);
