import { Gallery, VECTOR_MODEL } from '@facet/gallery';
import { percentile } from '@facet/test-support';
import { DIMENSIONS, LIKE_FACES, seededRandom, VectorSource } from './synthetic-vectors.js';

const VECTORS = 10_000_000;
const POOL = 20_000;
const QUERIES = 10;

export interface LargeFigure {
  readonly vectors: number;
  readonly buildSeconds: number;
  /** The most memory that the process ever had, in bytes, with Node itself. */
  readonly peakBytes: number;
  readonly p50: number;
  readonly cpu50: number;
  /** How many queries found the person they were made from. */
  readonly found: number;
  readonly queries: number;
}

/** Ten million people in a process of their own, so that its memory is theirs. Prints one line of JSON. */
const source = new VectorSource(LIKE_FACES, seededRandom(3));
// Mixing vectors of a pool is much faster than drawing ten million from scratch, and as good as that here.
const pool = Array.from({ length: POOL }, () => source.newPerson(new Float32Array(DIMENSIONS)));
const vector = new Float32Array(DIMENSIONS);
const mixed = (person: number): Float32Array => {
  const random = seededRandom(person * 2_654_435_761);
  const a = pool[Math.floor(random() * POOL)] ?? vector;
  const b = pool[Math.floor(random() * POOL)] ?? vector;
  const c = pool[Math.floor(random() * POOL)] ?? vector;
  let squares = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const value = (a[i] ?? 0) + (b[i] ?? 0) - (c[i] ?? 0);
    vector[i] = value;
    squares += value * value;
  }
  const factor = 0.443 / Math.sqrt(squares);
  for (let i = 0; i < DIMENSIONS; i++) vector[i] = (vector[i] ?? 0) * factor;
  return vector;
};

const gallery = new Gallery({ model: VECTOR_MODEL });
const start = process.cpuUsage();
for (let i = 0; i < VECTORS; i++) {
  gallery.enrol(`person ${i}`, mixed(i));
  if (i % 1_000_000 === 0) process.stderr.write(`${i / 1_000_000} million …\n`);
}
const buildSeconds = process.cpuUsage(start).user / 1e6;
const wall: number[] = [];
const cpu: number[] = [];
let found = 0;
for (let i = 0; i < QUERIES; i++) {
  const person = Math.floor(source.random() * VECTORS);
  const query = source.again(mixed(person).slice());
  const before = process.cpuUsage();
  const from = performance.now();
  const { hits } = gallery.search(query, { k: 10, threshold: 0.5 });
  wall.push(performance.now() - from);
  cpu.push(process.cpuUsage(before).user / 1000);
  if (hits.some(({ id }) => id === `person ${person}`)) found++;
}
const figure: LargeFigure = {
  vectors: VECTORS,
  buildSeconds,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  p50: percentile(wall, 0.5),
  cpu50: percentile(cpu, 0.5),
  found,
  queries: QUERIES,
};
console.log(JSON.stringify(figure));
