import { expect, it } from 'vitest';
import { NEVER } from '../../work/turns.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { FaceIndex, type Candidate } from './face-index.js';
import { NearestFound } from './nearest-found.js';
import { ScanThreads } from './scan-threads.js';

const FACES = 9000;

function indexOf(faces: number): FaceIndex {
  const index = new FaceIndex(7);
  for (let n = 0; n < faces; n++) index.push(n + 1, Math.floor(n / 3) + 1, Float32Array.from(vectorOf(n)));
  return index;
}

async function nearest(threads: ScanThreads, index: FaceIndex, seed: number): Promise<readonly Candidate[]> {
  const { shared } = index;
  if (shared === null) throw new Error('The index is too small for threads.');
  const found = new NearestFound<Candidate>(3, 0.9, new Set());
  const query = Float32Array.from(vectorOf(seed, 0.05));
  await threads.scan(
    { ...shared, query, k: 3, excluded: found.excluded },
    {
      caller: 'a',
      signal: NEVER,
      bound: () => found.bound,
      onFound: (faces) => {
        for (const each of faces) found.offer(index.candidateOf(each));
      },
    },
  );
  return found.nearest();
}

it('find in shared memory what is written there, also later, by several searches side by side', async () => {
  const threads = new ScanThreads(() => false);
  const index = indexOf(FACES);
  const seeds = [0, 4000, 8999, 1, 2500];
  const found = await Promise.all(seeds.map((seed) => nearest(threads, index, seed)));
  expect(found.map(([first]) => first)).toMatchObject(
    seeds.map((seed) => ({ face: seed + 1, person: Math.floor(seed / 3) + 1, collection: 7 })),
  );
  index.push(FACES + 1, 5000, Float32Array.from(vectorOf(FACES)));
  index.move(1, 6000);
  index.remove(4001);
  expect((await nearest(threads, index, FACES))[0]).toMatchObject({ face: FACES + 1, person: 5000 });
  expect((await nearest(threads, index, 0))[0]).toMatchObject({ face: 1, person: 6000 });
  expect((await nearest(threads, index, 4000)).map(({ face }) => face)).not.toContain(4001);
  threads.forget();
  expect((await nearest(threads, index, 8999))[0]).toMatchObject({ face: 9000 });
});
