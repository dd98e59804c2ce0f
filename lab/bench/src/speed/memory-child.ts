import { once } from 'node:events';
import { openEngine, type Engine } from '@facet/engine';

/** Photos are made by the parent, which also measures, so that neither counts. */
export interface MemoryTask {
  readonly full: readonly Uint8Array[];
  readonly medium: readonly Uint8Array[];
  readonly small: Uint8Array;
}

/** Sent to the parent: the engine is warm, or a call has ended. */
export type MemoryMessage = 'warm' | 'call';

/** Calls of every kind before anything is measured. */
const WARM_UP_CALLS = 60;
const CALLS = 2000;
/** Every n-th call is a heavy one on a full photo; the rest are vectors of a small one. */
const HEAVY_EVERY = 20;

/** A process that does nothing but keep two workers busy. */
const [{ full, medium, small }] = (await once(process, 'message')) as [MemoryTask];
const engine = await openEngine({ workers: 2 });
const tell = (message: MemoryMessage): void => {
  process.send?.(message);
};
try {
  await twoAtOnce(WARM_UP_CALLS, (i) => heavyCall(engine, i));
  tell('warm');
  await twoAtOnce(CALLS, async (i) => {
    await (i % HEAVY_EVERY === 0 ? heavyCall(engine, i / HEAVY_EVERY) : engine.vector(small));
    tell('call');
  });
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
