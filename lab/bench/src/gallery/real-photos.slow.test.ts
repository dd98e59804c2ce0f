import { cluster, Gallery, VECTOR_MODEL } from '@facet/gallery';
import { openEngine, type Box, type Engine } from '@facet/engine';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSample } from '../data/sample-photos.js';

/** A face of a real photo, in one of the versions of that photo. */
interface DetectedFace {
  readonly photo: string;
  readonly person: string;
  readonly version: string;
  readonly vector: Float32Array;
}

const PHOTOS = ['sample1.jpg', 'sample3.jpg', 'sample4.jpg'] as const;
const SMALLER = 0.6;

let engine: Engine | undefined;
let faces: DetectedFace[] = [];

beforeAll(async () => {
  engine = await openEngine();
  faces = (await Promise.all(PHOTOS.map((name) => facesOf(name)))).flat();
});
afterAll(async () => {
  await engine?.close();
});

/** All faces of a photo, as it is, mirrored, and smaller and darker. */
async function facesOf(photo: (typeof PHOTOS)[number]): Promise<DetectedFace[]> {
  if (engine === undefined) throw new Error('the engine is not open');
  const original = await readSample(photo);
  const { faces: found, imageSize } = await engine.analyse(original);
  const width = Math.round(imageSize.width * SMALLER);
  const versions: readonly (readonly [string, Buffer, (box: Box) => Box])[] = [
    ['as it is', original, (box) => box],
    [
      'mirrored',
      await sharp(original).flop().jpeg().toBuffer(),
      ({ x1, y1, x2, y2 }) => ({ x1: imageSize.width - x2, y1, x2: imageSize.width - x1, y2 }),
    ],
    [
      'smaller and darker',
      await sharp(original).resize({ width }).modulate({ brightness: 0.8 }).jpeg().toBuffer(),
      ({ x1, y1, x2, y2 }) => ({ x1: x1 * SMALLER, y1: y1 * SMALLER, x2: x2 * SMALLER, y2: y2 * SMALLER }),
    ],
  ];
  const seen: DetectedFace[] = [];
  for (const [version, bytes, move] of versions) {
    for (const [i, { box }] of found.entries()) {
      const { vector } = await engine.vector(bytes, { faces: { kind: 'boxes', boxes: [move(box)] } });
      seen.push({ photo, person: `${photo} ${i}`, version, vector });
    }
  }
  return seen;
}

it('finds each person of real photos again by another version of the photo', () => {
  const gallery = new Gallery<{ photo: string }>({ model: VECTOR_MODEL });
  for (const { person, photo, version, vector } of faces) {
    if (version === 'as it is') gallery.enrol(person, vector, { photo });
  }
  expect(gallery.size).toBeGreaterThanOrEqual(8);
  for (const { person, photo, vector } of faces) {
    expect(gallery.search(vector).hits[0]).toMatchObject({ id: person, meta: { photo } });
  }
});

it('puts the versions of a face together, and never two people of one photo', () => {
  const groups = cluster(faces.map(({ vector }) => vector)).map((group) => group.map((i) => faces[i]));
  for (const group of groups) {
    for (const photo of PHOTOS) {
      const people = new Set(group.filter((face) => face?.photo === photo).map((face) => face?.person));
      expect(people.size).toBeLessThanOrEqual(1);
    }
  }
  for (const person of new Set(faces.map((face) => face.person))) {
    expect(groups.filter((group) => group.some((face) => face?.person === person))).toHaveLength(1);
  }
});
