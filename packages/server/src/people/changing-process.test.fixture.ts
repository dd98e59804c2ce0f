import { VECTOR_NORM } from '@facet/engine';
import { deriveKeys } from '../accounts/secret/keys.js';
import { migrate } from '../db/migrate.js';
import { openDatabase } from '../db/open-database.js';
import { importPeople } from './import-people.js';
import { openCollections } from './open-collections.js';

/** A process that changes people and collections until it is killed, and says what it does. */
export interface ChangingOrder {
  readonly url?: string;
  readonly dataDir: string;
  /** Part of the names of its people and collections. */
  readonly run: number;
  readonly changes: number;
}

/** It says this before a change, and DONE after it: how many faces each person or collection has with the change. */
export type Said = Readonly<Record<string, number>>;
export const DONE = 'done';

interface Change {
  readonly after: Said;
  readonly make: () => Promise<unknown>;
}

const OWNER = { accountId: 'a', limits: { collections: null, people: null, faces: null } };
const SECRET = 'the secret of the crash test, long enough';

/** A vector of its own for each number. */
function vectorOf(seed: number): Float32Array {
  const raw = Float32Array.from({ length: 128 }, (_, i) => Math.sin((seed + 1) * (i + 1) * 12.9898));
  const factor = VECTOR_NORM / Math.hypot(...raw);
  return raw.map((value) => value * factor);
}

const { url, dataDir, run, changes } = JSON.parse(process.argv[2] ?? '{}') as ChangingOrder;
const database = await openDatabase({ url, dataDir });
await migrate(database);
await database.db
  .insertInto('account')
  .values({ id: 'a', user_id: null, label: 'a', role: 'user', created_at: 0, suspended_at: null })
  .onConflict((conflict) => conflict.doNothing())
  .execute();
const collections = await openCollections({
  database,
  keys: deriveKeys(SECRET),
  isOn: true,
  maxBytes: 2 ** 28,
  onFault: (message, cause) => {
    throw new Error(message, { cause });
  },
});
await collections.put(OWNER, 'c');
const { people, faces } = collections;
const { signal } = new AbortController();
let seed = run * 10_000;

const newVectors = (count: number): Float32Array[] => Array.from({ length: count }, () => vectorOf(seed++));
const enrol = (person: string): Change => ({
  after: { [person]: 1 },
  make: async () => faces.enrol(OWNER, { collection: 'c', person, vector: vectorOf(seed++), signal }),
});
const importInto = (collection: string, after: Said, ids: readonly string[]): Change => ({
  after,
  make: () => {
    const imported = ids.map((id) => ({ id, fields: {}, vectors: newVectors(2) }));
    return importPeople(collections.parts, OWNER, { collection, people: imported, signal });
  },
});

/** Each of the changes that there are, about people of their own. */
function someChanges(n: number): Change[] {
  const named = (letter: string): string => `${letter}-${run}-${n}`;
  const [a, b, c, d, e, f] = [named('a'), named('b'), named('c'), named('d'), named('e'), named('f')];
  const other = named('other');
  return [
    enrol(a),
    enrol(b),
    { after: { [a]: 0 }, make: () => people.delete(OWNER, 'c', a) },
    importInto('c', { [c]: 2, [d]: 2 }, [c, d]),
    { after: { [b]: 3, [c]: 0 }, make: () => people.merge(OWNER, 'c', b, c) },
    {
      after: { [d]: 1, [e]: 1 },
      make: async () => {
        const [face] = await people.facesOf(await people.find('a', 'c', d));
        await faces.move(OWNER, { collection: 'c', person: d, face: face?.number ?? 0 }, e);
      },
    },
    { after: { [other]: 0 }, make: () => collections.put(OWNER, other) },
    importInto(other, { [other]: 4 }, [a, b]),
    { after: { [other]: 0 }, make: () => collections.delete('a', other) },
    enrol(f),
  ];
}

for (let made = 0; made < changes;)
  for (const { after, make } of someChanges(made)) {
    process.stdout.write(`${JSON.stringify(after)}\n`);
    await make();
    process.stdout.write(`${DONE}\n`);
    made++;
  }
