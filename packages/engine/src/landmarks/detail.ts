import type { Point } from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import { correct68 } from './correct-68.js';
import { refinedRegion } from './face-geometry.js';
import { headPose } from './head-pose.js';
import type { HeadPose } from './landmarks.types.js';
import { fitMirroredMesh, type Mesh } from './mesh.js';
import { meshTo68, MIRRORED_68 } from './mesh-to-68.js';

export interface FaceDetail {
  readonly points: readonly Point[];
  readonly pose: HeadPose;
}

/** The two fits of a face before the correction, averaged: the mesh that found it, and that of its mirror image. */
export async function averagedDetail(net: Net, image: Pyramid, mesh: Mesh): Promise<FaceDetail> {
  const mirrored = await fitMirroredMesh(net, image, refinedRegion(mesh.vertices));
  const seen = headPose(mesh.vertices);
  const mirrorSeen = headPose(mirrored.vertices);
  const mirrorPoints = meshTo68(mirrored.vertices);
  const points = meshTo68(mesh.vertices).map((p, i) => {
    const q = mirrored.toImage(mirrorPoints[MIRRORED_68[i] ?? i] ?? p);
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  });
  return {
    points,
    pose: {
      yaw: (seen.yaw - mirrorSeen.yaw) / 2,
      pitch: (seen.pitch + mirrorSeen.pitch) / 2,
      roll: seen.roll,
    },
  };
}

/** The 68 points and the pose from the one mesh alone: quick, a little less exact. */
export function plainDetail({ vertices }: Mesh): FaceDetail {
  const pose = headPose(vertices);
  return { points: correct68(meshTo68(vertices), vertices, pose), pose };
}

/** The 68 points as people mark them, and the head's pose. */
export async function detailFace(net: Net, image: Pyramid, mesh: Mesh): Promise<FaceDetail> {
  const { points, pose } = await averagedDetail(net, image, mesh);
  return { points: correct68(points, mesh.vertices, pose), pose };
}
