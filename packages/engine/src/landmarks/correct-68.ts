import type { Point } from '../geometry/box.js';
import { faceFrame } from './face-frame.js';
import { LANDMARK_OFFSETS } from './landmark-offsets.js';
import type { HeadPose } from './landmarks.types.js';
import type { Vertex } from './mesh.js';

const RADIANS = Math.PI / 180;

/** What an offset depends on: a constant, the turn to either side, and the nod. */
export function offsetFeatures({ yaw, pitch }: HeadPose): readonly [number, number, number, number] {
  const turn = yaw * RADIANS;
  return [1, Math.max(0, turn), Math.max(0, -turn), pitch * RADIANS];
}

/** Moves each point from where the mesh has it to where people mark it: one offset per point, in the face's frame. */
export function correct68(points: readonly Point[], vertices: readonly Vertex[], pose: HeadPose): Point[] {
  const { fromFace } = faceFrame(vertices);
  const features = offsetFeatures(pose);
  const along = (weights: readonly number[] | undefined): number =>
    features.reduce((sum, feature, i) => sum + feature * (weights?.[i] ?? 0), 0);
  return points.map((p, i) => {
    const offset = LANDMARK_OFFSETS[i];
    const moved = fromFace({ x: along(offset?.[0]), y: along(offset?.[1]) });
    return { x: p.x + moved.x, y: p.y + moved.y };
  });
}
