import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { poseFeatures, shapeOf } from '@facet/analysis/landmarks/correct-landmarks.js';
import { faceFrame } from '@facet/analysis/landmarks/face-geometry.js';
import { fitMirrored } from '@facet/analysis/landmarks/fit-face.js';
import { averageOfFits, MIRRORED_68 } from '@facet/analysis/landmarks/landmarks-68.js';
import { openModels } from '@facet/engine/internals';
import { landmarkTruths } from '../data/datasets.js';
import { dot, principalComponents } from '../fit/principal-components.js';
import { solveRidge } from '../fit/ridge.js';
import { middleOf, nearestFace } from '../measures/landmarks.js';
import { facesOf, openImage } from './open-image.js';
import { REPOSITORY_ROOT } from '../common/repository.js';

const OUTPUT = 'packages/analysis/src/landmarks/landmark-offsets.ts';
const POSE_RIDGE = 0.5;
/** In ten parts of the photos, each measured by a fit of the other nine, 20 components and this penalty were best. */
const COMPONENTS = 20;
const SHAPE_RIDGE = 300;
const DIGITS = 4;

/** A face that people marked: its pose, and its shape as the mesh has it (`shapeOf`). */
interface MarkedFace {
  readonly pose: readonly number[];
  readonly found: readonly number[];
  /** Marked minus found, in the same order. */
  readonly offsets: readonly number[];
}

/**
 * The offset of each landmark between where the mesh has it and where people mark it, in the face's frame: first how it
 * changes with the pose, then how the rest of it changes with the shape of the face. Written to the source.
 */
export async function landmarkOffsets(folder: string): Promise<void> {
  const faces = await markedFaces(folder);
  const axes = [...(faces[0]?.offsets ?? []).keys()];
  const byPose = axes.map((axis) =>
    solveRidge(
      faces.map(({ pose, offsets }) => ({ features: pose, value: offsets[axis] ?? 0 })),
      POSE_RIDGE,
    ),
  );
  const rests = faces.map(({ pose, offsets }) =>
    offsets.map((offset, axis) => offset - dot(byPose[axis] ?? [], pose)),
  );
  // Every face counts as its mirror image too: what holds for the left side holds for the right.
  const shapes = faces.flatMap(({ found }) => [found, mirrored(found)]);
  const wanted = rests.flatMap((rest) => [rest, mirrored(rest)]);
  const { mean, components } = principalComponents(shapes, COMPONENTS);
  const features = shapes.map((shape) => [
    1,
    ...components.map((component) =>
      dot(
        component,
        shape.map((value, i) => value - (mean[i] ?? 0)),
      ),
    ),
  ]);
  const rows = axes.map((axis) => {
    const [constant = 0, ...byShape] = solveRidge(
      features.map((row, n) => ({ features: row, value: wanted[n]?.[axis] ?? 0 })),
      SHAPE_RIDGE,
    );
    const [first = 0, ...pose] = byPose[axis] ?? [];
    return [first + constant, ...pose, ...byShape];
  });
  await writeFile(resolve(REPOSITORY_ROOT, OUTPUT), sourceOf(rows, mean, components));
  console.log(`Wrote ${OUTPUT}; format it with prettier`);
}

async function markedFaces(folder: string): Promise<MarkedFace[]> {
  const models = await openModels(2);
  const faces: MarkedFace[] = [];
  for (const { file, truth } of await landmarkTruths(folder)) {
    const { image, scale } = await openImage(file);
    const face = nearestFace(await facesOf(models, image, 'all'), middleOf(truth));
    if (face === undefined) continue;
    const { vertices } = face.mesh;
    const [fits] = await fitMirrored(models.landmarks, image, [face.mesh]);
    if (fits === undefined) continue;
    const { points, pose } = averageOfFits(fits);
    const { toFace } = faceFrame(vertices);
    const offsets = points.flatMap((found, i) => {
      // The truth counts pixel centres from 0, the engine pixel edges.
      const marked = truth[i] ?? found;
      const offset = toFace({
        x: (marked.x + 0.5) / scale.x - found.x,
        y: (marked.y + 0.5) / scale.y - found.y,
      });
      return [offset.x, offset.y];
    });
    faces.push({ pose: poseFeatures(pose), found: shapeOf(points, vertices), offsets });
  }
  return faces;
}

/** A shape, or offsets of one, in the mirror. */
const mirrored = (shape: readonly number[]): number[] =>
  MIRRORED_68.flatMap((point) => [-(shape[2 * point] ?? 0), shape[2 * point + 1] ?? 0]);

function sourceOf(
  rows: readonly (readonly number[])[],
  mean: readonly number[],
  components: readonly (readonly number[])[],
): string {
  const list = (values: readonly number[]): string =>
    `[${values.map((value) => Number(value.toFixed(DIGITS))).join(', ')}]`;
  const pairs = rows.flatMap((row, i) => (i % 2 === 0 ? [`[${list(row)}, ${list(rows[i + 1] ?? [])}]`] : []));
  return `/** Made by \`npm run bench:calibrate\`; correct-landmarks.ts says what the numbers mean. */
export const LANDMARK_OFFSETS: readonly (readonly [readonly number[], readonly number[]])[] = [
${pairs.join(',\n')},
];

export const MEAN_SHAPE: readonly number[] = ${list(mean)};

export const SHAPE_COMPONENTS: readonly (readonly number[])[] = [
${components.map(list).join(',\n')},
];
`;
}
