import { Gallery, VECTOR_MODEL, type Hit } from '@facet/gallery';
import { percentile } from '@facet/test-support';
import { searchNaively, type NaiveHit } from './naive-search.js';
import { DIMENSIONS, seededRandom, VectorSource, type Distribution } from './synthetic-vectors.js';

const SIZES = [10_000, 100_000, 1_000_000];
const QUERIES = 40;
interface Search {
  readonly k: number;
  readonly threshold: number;
}

const SEARCHES: readonly Search[] = [
  { k: 1, threshold: 0.5 },
  { k: 10, threshold: 0.5 },
  { k: 10, threshold: Infinity },
];

export interface SearchFigure {
  readonly distribution: string;
  readonly vectors: number;
  readonly buildSeconds: number;
  /** Growth of the process, measured where nothing was freed before; from 100,000 vectors on. */
  readonly bytesPerVector?: number;
  readonly search: string;
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of processor time, which other programs on the machine do not change. */
  readonly cpu50: number;
  readonly naive50: number;
  readonly naiveCpu50: number;
  readonly recall: number;
}

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

function timed<T>(work: () => T): { readonly cost: Cost; readonly result: T } {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const wall = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return { cost: { wall, cpu: (used.user + used.system) / 1000 }, result };
}

const isSame = (hits: readonly Hit[], expected: readonly NaiveHit[]): boolean =>
  hits.length === expected.length &&
  hits.every(
    ({ id, distance }, i) => id === `person ${expected[i]?.index}` && distance === expected[i]?.distance,
  );

/** One gallery that grows from size to size; each search beside the naive one, on the same query, in turn. */
export function measureSearch(distribution: Distribution, isFirst: boolean): SearchFigure[] {
  const source = new VectorSource(distribution, seededRandom(1));
  const flat = new Float32Array((SIZES.at(-1) ?? 0) * DIMENSIONS);
  const gallery = new Gallery({ model: VECTOR_MODEL });
  // The flat array is touched at the start, so that its pages do not count as the gallery's.
  flat.fill(1);
  const figures: SearchFigure[] = [];
  let buildMs = 0;
  const vectorAt = (i: number): Float32Array => flat.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
  const start = process.memoryUsage.rss();
  for (const size of SIZES) {
    for (let i = gallery.size; i < size; i++) source.newPerson(vectorAt(i));
    const from = gallery.size;
    buildMs += timed(() => {
      for (let i = from; i < size; i++) gallery.enrol(`person ${i}`, vectorAt(i));
    }).cost.cpu;
    const bytesPerVector = (process.memoryUsage.rss() - start) / size;
    const isMeasured = isFirst && size >= 100_000;
    for (const how of SEARCHES) {
      figures.push({
        distribution: distribution.name,
        vectors: size,
        buildSeconds: buildMs / 1000,
        ...(isMeasured && { bytesPerVector }),
        search: `k ${how.k}, ${how.threshold === Infinity ? 'no threshold' : `threshold ${how.threshold}`}`,
        ...measureQueries(gallery, flat, size, how, source),
      });
    }
  }
  return figures;
}

type QueryFigures = Pick<SearchFigure, 'p50' | 'p95' | 'cpu50' | 'naive50' | 'naiveCpu50' | 'recall'>;

function measureQueries(
  gallery: Gallery,
  flat: Float32Array,
  size: number,
  how: Search,
  source: VectorSource,
): QueryFigures {
  const own: Cost[] = [];
  const naive: Cost[] = [];
  let right = 0;
  for (let i = 0; i < QUERIES; i++) {
    const known = Math.floor(source.random() * size);
    const query =
      i % 2 === 0
        ? source.again(flat.subarray(known * DIMENSIONS, (known + 1) * DIMENSIONS))
        : source.newPerson(new Float32Array(DIMENSIONS));
    const expected = timed(() => searchNaively(flat, size, query, how.k));
    const found = timed(() => gallery.search(query, how));
    if (
      isSame(
        found.result.hits,
        expected.result.filter(({ distance }) => distance < how.threshold),
      )
    )
      right++;
    own.push(found.cost);
    naive.push(expected.cost);
  }
  const wall = own.map((cost) => cost.wall);
  return {
    p50: percentile(wall, 0.5),
    p95: percentile(wall, 0.95),
    cpu50: percentile(
      own.map(({ cpu }) => cpu),
      0.5,
    ),
    naive50: percentile(
      naive.map((cost) => cost.wall),
      0.5,
    ),
    naiveCpu50: percentile(
      naive.map(({ cpu }) => cpu),
      0.5,
    ),
    recall: right / QUERIES,
  };
}
