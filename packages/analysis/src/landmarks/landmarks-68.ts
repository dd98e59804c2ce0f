import type { Point } from '../geometry/box.js';
import { lowerHull, spacedAlong } from '../geometry/outline.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { correct68 } from './correct-landmarks.js';
import { CHIN, faceFrame, headPose, vertexAt, type HeadPose, type Vertex } from './face-geometry.js';
import { fitMirrored, type Mesh, type MeshWithMirrored } from './fit-face.js';

interface LandmarksAndPose {
  readonly points: readonly Point[];
  readonly pose: HeadPose;
}

/** The mirrored fit counts more, because its crop is placed by the other fit, and not by the detector. */
const MIRRORED_WEIGHT = 0.6;

/** The average of both fits of a face, before the correction. */
export function averageOfFits({ mesh, mirrored }: MeshWithMirrored): LandmarksAndPose {
  const pose = headPose(mesh.vertices);
  const mirroredPose = headPose(mirrored.vertices);
  const mirrorPoints = meshTo68(mirrored.vertices);
  const points = meshTo68(mesh.vertices).map((p, i) => {
    const q = mirrored.toImage(mirrorPoints[MIRRORED_68[i] ?? i] ?? p);
    return { x: p.x + MIRRORED_WEIGHT * (q.x - p.x), y: p.y + MIRRORED_WEIGHT * (q.y - p.y) };
  });
  return {
    points,
    pose: {
      yaw: (pose.yaw - mirroredPose.yaw) / 2,
      pitch: (pose.pitch + mirroredPose.pitch) / 2,
      roll: pose.roll,
    },
  };
}

/** The 68 points and the pose from one mesh alone: faster, and a little less accurate. */
export function landmarksFromMesh({ vertices }: Mesh): LandmarksAndPose {
  const pose = headPose(vertices);
  return { points: correct68(meshTo68(vertices), vertices, pose), pose };
}

/** The 68 points of each face as people mark them, and the head's pose. */
export async function refineLandmarks(
  model: Model,
  image: Pyramid,
  meshes: readonly Mesh[],
): Promise<LandmarksAndPose[]> {
  const faces = await fitMirrored(model, image, meshes);
  return faces.map((fits) => {
    const { points, pose } = averageOfFits(fits);
    return { points: correct68(points, fits.mesh.vertices, pose), pose };
  });
}

/** The mesh vertex nearest to each point from the brows to the lips (points 17 to 67). */
const INNER_VERTICES = [
  70, 63, 105, 66, 107, 336, 296, 334, 293, 300, 168, 197, 5, 4, 240, 97, 2, 326, 460, 33, 160, 158, 133, 153,
  144, 362, 385, 387, 263, 373, 380, 61, 39, 37, 0, 267, 269, 291, 405, 314, 17, 84, 181, 78, 82, 13, 312,
  308, 317, 14, 87,
] as const;

const LEFT_EAR = 127;
const RIGHT_EAR = 356;
/** The mesh without the irises. */
const SURFACE_VERTICES = 468;
const POINTS_PER_JAW_SIDE = 8;
/** The silhouette starts a little below the ear, in units of the eye distance. */
const BELOW_EAR = 0.02;

/** The 68 points as the mesh has them. */
export const meshTo68 = (vertices: readonly Vertex[]): Point[] => [
  ...jawLine(vertices),
  ...INNER_VERTICES.map((index) => vertexAt(vertices, index)),
];

/**
 * Points 0 to 16. People mark the visible edge of a face, which on a turned head is not the mesh's own jaw:
 * so the silhouette of the whole mesh is followed, from the height of each ear to the chin, at equal steps.
 */
function jawLine(vertices: readonly Vertex[]): Point[] {
  const { toFace, fromFace } = faceFrame(vertices);
  const surface = vertices.slice(0, SURFACE_VERTICES).map(toFace);
  const hull = lowerHull(surface);
  const chin = toFace(vertexAt(vertices, CHIN));
  const chinPlace = nearest(hull, chin);
  const side = (part: readonly Point[], ear: Point): Point[] => {
    const start = { x: part[0]?.x ?? ear.x, y: ear.y };
    const between = part.slice(0, -1).filter((p) => p.y > ear.y + BELOW_EAR);
    return spacedAlong([start, ...between, chin], POINTS_PER_JAW_SIDE);
  };
  const left = side(hull.slice(0, chinPlace + 1), toFace(vertexAt(vertices, LEFT_EAR)));
  const right = side(hull.slice(chinPlace).reverse(), toFace(vertexAt(vertices, RIGHT_EAR)));
  return [...left, chin, ...right.reverse()].map(fromFace);
}

function nearest(points: readonly Point[], target: Point): number {
  let best = 0;
  let bestDistance = Infinity;
  points.forEach((p, i) => {
    const distance = Math.hypot(p.x - target.x, p.y - target.y);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = i;
    }
  });
  return best;
}

/** The point that each of the 68 becomes in a mirror. */
export const MIRRORED_68 = [
  16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 27, 28,
  29, 30, 35, 34, 33, 32, 31, 45, 44, 43, 42, 47, 46, 39, 38, 37, 36, 41, 40, 54, 53, 52, 51, 50, 49, 48, 59,
  58, 57, 56, 55, 64, 63, 62, 61, 60, 67, 66, 65,
] as const;
