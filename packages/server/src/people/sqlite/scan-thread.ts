import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '@facet/engine/priority';
import { NumberColumn, scanShared, type SharedCodes } from '@facet/gallery/internals';
import type { ThreadData } from '../../work/threads.js';
import { NearestFound, type Found } from './nearest-found.js';

/** A part of an index in memory that this thread shares. */
export interface ScanTask {
  readonly codes: SharedCodes;
  /** The person of each vector, 0 for removed ones. */
  readonly people: readonly Uint32Array[];
  readonly query: Float32Array;
  readonly from: number;
  readonly to: number;
  readonly k: number;
  /** Only faces that may be nearer than this are wanted. */
  readonly bound: number;
  readonly excluded: ReadonlySet<number>;
}

export interface FoundVector extends Found {
  /** Which of the vectors of the index it is. */
  readonly at: number;
}

export interface ScanResult {
  /** Up to where the time has sufficed. */
  readonly to: number;
  readonly found: readonly FoundVector[];
}

/** After so long, the rest waits for its turn: a vector is analysed for several times as long. */
const MAX_MS = 10;
/** Vectors between two looks at the clock: half a millisecond, or 25 where each is nearer than the last. */
const SCANNED_AT_ONCE = 1 << 14;

const { place } = workerData as ThreadData;
lowerThreadPriority();
parentPort?.on('message', (task: ScanTask) => {
  parentPort?.postMessage(scanned(task));
});

function scanned({ codes, people, query, from, to, k, bound, excluded }: ScanTask): ScanResult {
  const owners = NumberColumn.over(people, codes.length);
  const nearest = new NearestFound<FoundVector>(k, bound, excluded);
  const end = performance.now() + MAX_MS;
  let next = from;
  do {
    const part = { codes, from: next, to: Math.min(to, next + SCANNED_AT_ONCE), place };
    scanShared(part, query, nearest.bound, (at, least, most) => {
      const person = owners.get(at);
      if (person !== 0) nearest.offer({ at, person, least, most });
      return nearest.bound;
    });
    next = part.to;
  } while (next < to && performance.now() < end);
  return { to: next, found: nearest.nearest() };
}
