import { createPgvectorDatabase, pgvectorUrl } from '@facet/test-support';
import { deriveKeys, exportedBytes, NEVER, openCollections, openDatabase } from '@facet/server/internals';
import { Gallery, VECTOR_MODEL } from '@facet/gallery';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../shared/how-long.js';
import { temporaryFolder } from './start-on.js';

const PROGRAM = fileURLToPath(
  new URL('../../../packages/server/dist/people/changing-process.test.fixture.js', import.meta.url),
);
const KILLS = IS_LONG ? 50 : 15;
const TIMEOUT_MS = 60 * 60_000;
/** Of all processes together, about. */
const CHANGES = 1000;
/** What a process says before it is killed, at most: two lines for each change; half of that on average. */
const MOST_LINES = Math.ceil((2 * 2 * CHANGES) / KILLS);
/** Its multiples, without their whole parts, spread evenly. */
const GOLDEN_RATIO = 0.618034;
/** That of the program. */
const SECRET = 'the secret of the crash test, long enough';
const DONE = 'done';

interface Place {
  readonly dataDir: string;
  readonly url?: string;
}

/** Starts the program and kills it when it has said so many lines; returns them. */
async function changesUntilKilled(place: Place, run: number, lines: number): Promise<string[]> {
  const order = JSON.stringify({ ...place, run, changes: 2 * MOST_LINES });
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

type Faces = Readonly<Record<string, number>>;

/** How many faces each person and each other collection must have; 0 for those who are gone. */
class Expected {
  readonly faces = new Map<string, number>();
  /** What the change that was under way would make of it. */
  #underWay: Faces | undefined;

  add(lines: readonly string[]): void {
    for (const line of lines)
      if (line === DONE) this.#apply();
      else this.#underWay = JSON.parse(line) as Faces;
  }

  /** The change that was under way has happened, or nothing of it. */
  settle(actual: (name: string) => number): void {
    const after = Object.entries(this.#underWay ?? {});
    const isMade = after.every(([name, count]) => actual(name) === count);
    if (isMade) this.#apply();
    this.#underWay = undefined;
    for (const [name, count] of this.faces) expect(actual(name), name).toBe(count);
    for (const [name] of after) expect(actual(name), name).toBe(this.faces.get(name) ?? 0);
  }

  #apply(): void {
    for (const [name, count] of Object.entries(this.#underWay ?? {})) this.faces.set(name, count);
    this.#underWay = undefined;
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
    for await (const chunk of exportedBytes(collections.parts, row, NEVER)) chunks.push(chunk);
    // Every vector can be decrypted, and the counts of people agree with the rows of faces.
    const gallery = Gallery.load(Buffer.concat(chunks), { model: VECTOR_MODEL });
    expect([gallery.size, gallery.vectorCount]).toEqual([row.people, row.faces]);
    const listed = (await collections.list('a')).collections;
    const others = new Map(listed.map(({ id, faces }) => [id, faces]));
    expected.settle((name) => others.get(name) ?? gallery.get(name)?.vectors ?? 0);
    // Of deleted collections nothing is left, and of the others every face that they count.
    await collections.sweep();
    const kept = await database.db.selectFrom('collection').select('number').execute();
    expect(kept.length).toBe(listed.length);
    const stored = await database.db.selectFrom('collection_face').select('number').execute();
    expect(stored.length).toBe(listed.reduce((sum, { faces }) => sum + faces, 0));
    // The index finds exactly who is in the table.
    for (const { id } of gallery) {
      const [vector = new Float32Array(128)] = gallery.vectors(id);
      const options = { maxResults: 10, threshold: 0.9, signal: NEVER };
      const { matches } = await collections.faces.searchIn([row], [vector], options);
      const found = matches[0]?.map(({ person, distance }) => [person, distance]);
      const exact = gallery.search(vector, { k: 10, threshold: 0.9 }).hits;
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
    // At another point each time: during each kind of change, and in between.
    const lines = 1 + Math.floor(((kill * GOLDEN_RATIO) % 1) * MOST_LINES);
    expected.add(await changesUntilKilled(place, kill, lines));
    await expectConsistent(place, expected);
  }
  const counts = [...expected.faces.values()];
  expect(counts.filter((faces) => faces > 0).length).toBeGreaterThan(CHANGES / 5);
  expect(counts.filter((faces) => faces === 0).length).toBeGreaterThan(CHANGES / 10);
}

it('collections on SQLite survive a kill at any point', { timeout: TIMEOUT_MS }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await survivesKills({ dataDir: folder.path });
});

const postgres = pgvectorUrl('the test of killed servers with collections on PostgreSQL');

it.skipIf(postgres === undefined)(
  'collections on PostgreSQL survive a kill at any point (FACET_TEST_PGVECTOR_URL)',
  { timeout: TIMEOUT_MS },
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
