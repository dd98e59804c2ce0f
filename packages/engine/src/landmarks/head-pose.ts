import { rollOf, vertexAt } from './face-geometry.js';
import type { HeadPose } from './landmarks.types.js';
import { CHIN, FOREHEAD, LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from './mesh-topology.js';
import type { Vertex } from './mesh.js';

const DEGREES = 180 / Math.PI;

/** Where the face looks: the direction that stands upright on its plane of eyes and chin. */
export function headPose(vertices: readonly Vertex[]): HeadPose {
  const right = difference(vertexAt(vertices, RIGHT_EYE_OUTER), vertexAt(vertices, LEFT_EYE_OUTER));
  const down = difference(vertexAt(vertices, CHIN), vertexAt(vertices, FOREHEAD));
  const normal = {
    x: right.y * down.z - right.z * down.y,
    y: right.z * down.x - right.x * down.z,
    z: right.x * down.y - right.y * down.x,
  };
  const length = Math.hypot(normal.x, normal.y, normal.z) || 1;
  return {
    yaw: Math.atan2(normal.x, normal.z) * DEGREES,
    pitch: Math.asin(normal.y / length) * DEGREES,
    roll: rollOf(vertices) * DEGREES,
  };
}

const difference = (a: Vertex, b: Vertex): Vertex => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
