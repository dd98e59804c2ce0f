import {
  Collections,
  importPeople,
  migrate,
  openPostgres,
  PostgresFaceStore,
  type Neighbour,
  Turns,
} from '@facet/server/internals';
import { createPgvectorDatabase, percentile } from '@facet/test-support';
import { DIMENSIONS, type VectorSource } from '../gallery/synthetic-vectors.js';
import { printTable } from '../common/print-table.js';

const SIZES = [1000, 20_000, 40_000, 80_000];
const SEARCHES = 200;
const IMPORTED_AT_ONCE = 1000;
const STATEMENT_TIMEOUT_MS = 120_000;
const THRESHOLD = 0.5;
const OWNER = { accountId: 'bench', limits: { collections: null, people: null, faces: null } };
const { signal } = new AbortController();

interface CrossoverFigure {
  readonly faces: number;
  /** Of a search, p50. */
  readonly exactMs: number;
  readonly indexedMs: number;
  /** The share of exact first hits that come first through the index, too. */
  readonly found: number;
}

const fail = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

/** Searches the same collections with every face compared, and through an index, up to so many faces. */
export async function measureCrossover(
  server: string,
  source: VectorSource,
  largest: number,
): Promise<CrossoverFigure[]> {
  const place = await createPgvectorDatabase(server);
  const database = openPostgres(place.url, STATEMENT_TIMEOUT_MS);
  const exact = new PostgresFaceStore(database, fail, Infinity);
  const indexed = new PostgresFaceStore(database, fail, 0);
  const collections = new Collections(
    { database, store: indexed, turns: new Turns({ atOnce: 1 }), now: Date.now },
    fail,
  );
  try {
    await migrate(database);
    await indexed.prepare();
    await database.db
      .insertInto('account')
      .values({ id: 'bench', user_id: null, label: '', role: 'user', created_at: 0, suspended_at: null })
      .execute();
    const figures: CrossoverFigure[] = [];
    for (const faces of SIZES.filter((size) => size <= largest)) {
      const { number } = await collections.put(OWNER, `of-${faces}`);
      const known: Float32Array[] = [];
      for (let from = 0; from < faces; from += IMPORTED_AT_ONCE) {
        const people = Array.from({ length: IMPORTED_AT_ONCE }, (_, n) => {
          const vectors = [source.newPerson(new Float32Array(DIMENSIONS))];
          return { id: `person-${from + n}`, fields: {}, vectors };
        });
        known.push(...people.flatMap(({ vectors }) => vectors));
        await importPeople(collections.parts, OWNER, { collection: `of-${faces}`, people, signal });
      }
      // At the first check nobody knows whether the collection still grows.
      await indexed.indexes.update();
      await indexed.indexes.update();
      const queries = known.slice(-SEARCHES).map((vector) => source.again(vector, 0.5));
      figures.push(await compare({ exact, indexed }, { number, faces, account_id: 'bench' }, queries));
    }
    return figures;
  } finally {
    await collections.close();
    await exact.close();
    await database.close();
    await place.drop();
  }
}

async function compare(
  { exact, indexed }: Readonly<Record<'exact' | 'indexed', PostgresFaceStore>>,
  collection: { readonly number: number; readonly faces: number; readonly account_id: string },
  queries: readonly Float32Array[],
): Promise<CrossoverFigure> {
  const timed = async (
    store: PostgresFaceStore,
    query: Float32Array,
  ): Promise<{ readonly first: Neighbour | undefined; readonly ms: number }> => {
    const began = performance.now();
    const [first] = await store.nearest([collection], query, { k: 5, threshold: THRESHOLD, signal });
    return { first, ms: performance.now() - began };
  };
  for (const query of queries.slice(0, 20)) for (const store of [exact, indexed]) await timed(store, query);
  const times = { exact: [] as number[], indexed: [] as number[] };
  let [hits, found] = [0, 0];
  for (const query of queries) {
    const right = await timed(exact, query);
    const other = await timed(indexed, query);
    times.exact.push(right.ms);
    times.indexed.push(other.ms);
    if (right.first === undefined) continue;
    hits++;
    if (other.first?.person === right.first.person) found++;
  }
  return {
    faces: collection.faces,
    exactMs: percentile(times.exact, 0.5),
    indexedMs: percentile(times.indexed, 0.5),
    found: found / hits,
  };
}

export function printCrossover(figures: readonly CrossoverFigure[]): void {
  printTable(
    ['faces', 'exact ms', 'indexed ms', 'exact first hits found %'],
    figures.map(({ faces, exactMs, indexedMs, found }) => [
      String(faces),
      exactMs.toFixed(2),
      indexedMs.toFixed(2),
      (100 * found).toFixed(1),
    ]),
  );
}
