import { VECTOR_NORM } from '@facet/engine';
import { deriveKeys } from '../accounts/secret/keys.js';
import { migrate } from '../db/migrate.js';
import { openDatabase } from '../db/open-database.js';
import { openCollections } from './open-collections.js';

/** A process that enrols and deletes people until it is killed, and says what it has done. */
export interface ChangingOrder {
  readonly url?: string;
  readonly dataDir: string;
  /** People are `p` and a number from here on. */
  readonly first: number;
  readonly changes: number;
}

const OWNER = { accountId: 'a', limits: { collections: null, people: null, faces: null } };
const SECRET = 'the secret of the crash test, long enough';

/** A vector of its own for each number. */
function vectorOf(seed: number): Float32Array {
  const raw = Float32Array.from({ length: 128 }, (_, i) => Math.sin((seed + 1) * (i + 1) * 12.9898));
  const factor = VECTOR_NORM / Math.hypot(...raw);
  return raw.map((value) => value * factor);
}

const { url, dataDir, first, changes } = JSON.parse(process.argv[2] ?? '{}') as ChangingOrder;
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
const { signal } = new AbortController();
for (let n = first; n < first + changes; n++) {
  process.stdout.write(`enrolling p${n}\n`);
  await collections.faces.enrol(OWNER, 'c', `p${n}`, vectorOf(n), signal);
  process.stdout.write(`enrolled p${n}\n`);
  if ((n - first) % 3 !== 2) continue;
  process.stdout.write(`deleting p${n - 1}\n`);
  await collections.people.delete(OWNER, 'c', `p${n - 1}`);
  process.stdout.write(`deleted p${n - 1}\n`);
}
