import type { Point } from '../geometry/box.js';
import { faceFrame, type HeadPose, type Vertex } from './face-geometry.js';
import { LANDMARK_OFFSETS, MEAN_SHAPE, SHAPE_COMPONENTS } from './landmark-offsets.js';

const RADIANS = Math.PI / 180;
/** The outer corners of the eyes: a shape is measured from the middle between them. */
const LEFT_EYE_CORNER = 36;
const RIGHT_EYE_CORNER = 45;

/** What an offset depends on: a constant, the yaw to either side, and the pitch. */
export function poseFeatures({ yaw, pitch }: HeadPose): readonly [number, number, number, number] {
  const turn = yaw * RADIANS;
  return [1, Math.max(0, turn), Math.max(0, -turn), pitch * RADIANS];
}

/** The 68 points in the face's frame, from the middle between the eyes: x and y of the first, of the second, and so on. */
export function shapeOf(points: readonly Point[], vertices: readonly Vertex[]): number[] {
  const { toFace } = faceFrame(vertices);
  const shape = points.map(toFace);
  const left = shape[LEFT_EYE_CORNER] ?? { x: 0, y: 0 };
  const right = shape[RIGHT_EYE_CORNER] ?? left;
  return shape.flatMap(({ x, y }) => [x - (left.x + right.x) / 2, y - (left.y + right.y) / 2]);
}

/** How far the shape lies from the mean along each component, in standard deviations. */
function shapeFeatures(shape: readonly number[]): number[] {
  const difference = shape.map((value, i) => value - (MEAN_SHAPE[i] ?? 0));
  return SHAPE_COMPONENTS.map((component) => dot(component, difference));
}

function dot(weights: readonly number[], values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (values[i] ?? 0);
  return sum;
}

/**
 * Moves each point from where the mesh has it to where people mark it: one offset per point, in the face's frame, which
 * depends on the pose and on the shape of the face (long or wide, mouth open or closed).
 */
export function correct68(points: readonly Point[], vertices: readonly Vertex[], pose: HeadPose): Point[] {
  const { fromFace } = faceFrame(vertices);
  const features = [...poseFeatures(pose), ...shapeFeatures(shapeOf(points, vertices))];
  return points.map((p, i) => {
    const [across = [], down = []] = LANDMARK_OFFSETS[i] ?? [];
    const moved = fromFace({ x: dot(across, features), y: dot(down, features) });
    return { x: p.x + moved.x, y: p.y + moved.y };
  });
}
