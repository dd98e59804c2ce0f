import type { Point } from '../geometry/box.js';
import { vertexAt } from './face-geometry.js';
import type { Vertex } from './mesh.js';

/**
 * The face's own directions: x along the eyes, y down the face, one unit the distance between the eyes in space,
 * so that a turned head does not shrink it.
 */
export interface FaceFrame {
  readonly toFace: (vector: Point) => Point;
  readonly fromFace: (vector: Point) => Point;
}

const LEFT_EYE_CORNERS = [33, 133] as const;
const RIGHT_EYE_CORNERS = [362, 263] as const;

export function faceFrame(vertices: readonly Vertex[]): FaceFrame {
  const left = middle(vertices, LEFT_EYE_CORNERS);
  const right = middle(vertices, RIGHT_EYE_CORNERS);
  const dx = right.x - left.x;
  const dy = right.y - left.y;
  const flat = Math.hypot(dx, dy) || 1;
  const stretch = Math.hypot(flat, right.z - left.z) / flat;
  const c = dx * stretch;
  const s = dy * stretch;
  const squared = c * c + s * s || 1;
  return {
    toFace: ({ x, y }) => ({ x: (x * c + y * s) / squared, y: (-x * s + y * c) / squared }),
    fromFace: ({ x, y }) => ({ x: x * c - y * s, y: x * s + y * c }),
  };
}

function middle(vertices: readonly Vertex[], [a, b]: readonly [number, number]): Vertex {
  const p = vertexAt(vertices, a);
  const q = vertexAt(vertices, b);
  return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, z: (p.z + q.z) / 2 };
}
