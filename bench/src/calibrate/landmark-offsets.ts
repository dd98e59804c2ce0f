import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { averageWithMirroredFit, faceFrame, offsetFeatures, openModels } from '@facet/engine/internals';
import { landmarkTruths } from '../data/datasets.js';
import { solveRidge, type Sample } from '../fit/ridge.js';
import { middleOf, nearestFace } from '../measures/landmarks.js';
import { facesOf, openImage } from './open-image.js';

const OUTPUT = 'packages/analysis/src/landmarks/landmark-offsets.ts';
const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../..');
const POINTS = 68;
const RIDGE = 0.5;
const DIGITS = 4;

/** Of one landmark: the offsets across and down the face. */
type Axes = readonly [Sample[], Sample[]];

/**
 * Per landmark, the offset between where the mesh has it and where people mark it, in the face's frame, and how it
 * changes with the head's turn and nod. Written to the engine's source.
 */
export async function landmarkOffsets(folder: string): Promise<void> {
  const landmarks = await measureOffsets(folder);
  const row = (axis: Sample[]): string =>
    `[${solveRidge(axis, RIDGE)
      .map((w) => Number(w.toFixed(DIGITS)))
      .join(', ')}]`;
  const lines = [
    '/** Made by `npm run bench:calibrate`; landmarks-68.ts says what the numbers mean. */',
    'export const LANDMARK_OFFSETS: readonly (readonly [readonly number[], readonly number[]])[] = [',
    ...landmarks.flatMap((axes) => ['  [', ...axes.map((axis) => `    ${row(axis)},`), '  ],']),
    '];',
    '',
  ];
  await writeFile(resolve(REPOSITORY_ROOT, OUTPUT), lines.join('\n'));
  console.log(`Wrote ${OUTPUT}`);
}

async function measureOffsets(folder: string): Promise<Axes[]> {
  const models = await openModels({}, 2);
  const landmarks = Array.from({ length: POINTS }, (): Axes => [[], []]);
  for (const { file, truth } of await landmarkTruths(folder)) {
    const { image, scale } = await openImage(file);
    const face = nearestFace(await facesOf(models, image, 'all'), middleOf(truth));
    if (face === undefined) continue;
    const { points, pose } = await averageWithMirroredFit(models.landmarks, image, face.mesh);
    const { toFace } = faceFrame(face.mesh.vertices);
    const features = offsetFeatures(pose);
    for (const [i, [xs, ys]] of landmarks.entries()) {
      const found = points[i];
      const marked = truth[i];
      if (found === undefined || marked === undefined) continue;
      // The truth counts pixel centres from 0, the engine pixel edges.
      const offset = toFace({
        x: (marked.x + 0.5) / scale.x - found.x,
        y: (marked.y + 0.5) / scale.y - found.y,
      });
      xs.push({ features, value: offset.x });
      ys.push({ features, value: offset.y });
    }
  }
  return landmarks;
}
