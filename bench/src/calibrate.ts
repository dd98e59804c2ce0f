import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DEFAULT_DECODE_LIMITS, type Point } from '@facet/engine';
import {
  averagedDetail,
  decodePhoto,
  faceFrame,
  findFaces,
  offsetFeatures,
  openNets,
  pyramidOf,
  startClock,
} from '@facet/engine/internals';
import { landmarkTruths } from './data/datasets.js';
import { findEvalFolder } from './data/eval-folder.js';
import { solveRidge, type Sample } from './fit/ridge.js';
import { middleOf, nearestFace } from './measures/landmarks.js';

/**
 * Fits the one set of numbers that the engine takes from evaluation data: per landmark, the offset between where
 * the mesh has it and where people mark it, in the face's frame, and how it changes with the head's turn and nod.
 */
const OUTPUT = resolve(import.meta.dirname, '../../packages/engine/src/landmarks/landmark-offsets.ts');
const POINTS = 68;
const RIDGE = 0.5;
const DIGITS = 4;

const nets = await openNets({}, 2);
const samples: [Sample[], Sample[]][] = Array.from({ length: POINTS }, () => [[], []]);
for (const { file, truth } of await landmarkTruths(findEvalFolder())) {
  const photo = await decodePhoto(await readFile(file), DEFAULT_DECODE_LIMITS);
  const image = pyramidOf(photo.pixels);
  const faces = await findFaces(
    nets,
    image,
    false,
    startClock(() => undefined),
  );
  const face = nearestFace(faces, middleOf(truth));
  if (face === undefined) continue;
  const { points, pose } = await averagedDetail(nets.landmarks, image, face.mesh);
  const { toFace } = faceFrame(face.mesh.vertices);
  const features = offsetFeatures(pose);
  points.forEach((p: Point, i) => {
    const marked = truth[i];
    const [xs, ys] = samples[i] ?? [];
    if (marked === undefined || xs === undefined || ys === undefined) return;
    const offset = toFace({ x: marked.x + 0.5 - p.x, y: marked.y + 0.5 - p.y });
    xs.push({ features, value: offset.x });
    ys.push({ features, value: offset.y });
  });
}
const row = (axis: Sample[]): string =>
  `[${solveRidge(axis, RIDGE)
    .map((w) => Number(w.toFixed(DIGITS)))
    .join(', ')}]`;
const lines = samples.map(([xs, ys]) => `  [${row(xs)}, ${row(ys)}],`);
await writeFile(
  OUTPUT,
  [
    '/** Made by `npm run bench:calibrate`; correct-68.ts says what the numbers mean. */',
    'export const LANDMARK_OFFSETS: readonly (readonly [readonly number[], readonly number[]])[] = [',
    ...lines,
    '];',
    '',
  ].join('\n'),
);
console.log(`Wrote ${OUTPUT}`);
