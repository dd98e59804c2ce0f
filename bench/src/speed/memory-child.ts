import { once } from 'node:events';
import { openEngine, type Engine } from '@facet/engine';
import { ownProcessFigures, processFigures } from '@facet/test-support';
import { setTimeout as sleep } from 'node:timers/promises';

/** Photos are made by the parent, so that the memory for making them does not count. */
export interface MemoryTask {
  readonly full: readonly Uint8Array[];
  readonly medium: readonly Uint8Array[];
  readonly small: Uint8Array;
}

/** What a process with a warm engine tells about resident memory, in megabytes. */
export interface MemoryReport {
  readonly warm: Resident;
  readonly peak: Resident;
  /** After each call. */
  readonly afterCalls: readonly Resident[];
}

export interface Resident {
  /** The process that runs the models. */
  readonly own: number;
  /** With its decoder processes; pages that they share with it count for each. */
  readonly all: number;
}

/** Calls of every kind before anything is measured. */
const WARM_UP_CALLS = 60;
const CALLS = 2000;
const SAMPLE_EVERY_MS = 20;
/** Every n-th call is a heavy one on a full photo; the rest are vectors of a small one. */
const HEAVY_EVERY = 20;

/** A process that does nothing but keep two workers busy and watch its memory; it reports to its parent. */
const [{ full, medium, small }] = (await once(process, 'message')) as [MemoryTask];
const engine = await openEngine({ workers: 2 });
const resident = async (): Promise<Resident> => {
  const [own, all] = await Promise.all([ownProcessFigures(process.pid), processFigures(process.pid)]);
  return { own: own.residentBytes / 1e6, all: all.residentBytes / 1e6 };
};

let peak: Resident = { own: 0, all: 0 };
const look = async (): Promise<Resident> => {
  const now = await resident();
  peak = { own: Math.max(peak.own, now.own), all: Math.max(peak.all, now.all) };
  return now;
};
let isOver = false;
const watch = async (): Promise<void> => {
  while (!isOver) {
    await look();
    await sleep(SAMPLE_EVERY_MS);
  }
};
const afterCalls: Resident[] = [];
try {
  await twoAtOnce(WARM_UP_CALLS, (i) => heavyCall(engine, i));
  const warm = await resident();
  const watching = watch();
  await twoAtOnce(CALLS, async (i) => {
    await (i % HEAVY_EVERY === 0 ? heavyCall(engine, i / HEAVY_EVERY) : engine.vector(small));
    afterCalls.push(await look());
  });
  isOver = true;
  await watching;
  const report: MemoryReport = { warm, peak, afterCalls };
  process.send?.(report);
} finally {
  await engine.close();
  process.disconnect();
}

function heavyCall(on: Engine, i: number): Promise<unknown> {
  const photos = i % 2 === 0 ? full : medium;
  switch (i % 3) {
    case 0:
      return on.analyse(of(photos, i));
    case 1:
      return on.match(of(photos, i), of(photos, i + 1));
    default:
      return on.vector(of(photos, i));
  }
}

function of(photos: readonly Uint8Array[], i: number): Uint8Array {
  const photo = photos[Math.floor(i) % photos.length];
  if (photo === undefined) throw new Error('There are no sample photos.');
  return photo;
}

/** Both workers always have something to do. */
async function twoAtOnce(calls: number, call: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < calls) await call(next++);
  };
  await Promise.all([lane(), lane()]);
}
