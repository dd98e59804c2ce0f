import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceSelection } from '../analysis.types.js';
import { facePlace } from '../landmarks/face-geometry.js';
import { refineLandmarks, landmarksFromMesh } from '../landmarks/landmarks-68.js';
import { spoofScore } from '../liveness/spoof-score.js';
import { MAX_REFINED, MAX_SPOOF_SCORES, MAX_VECTORS } from './call-limits.js';
import { computeExtras } from './face-extras.js';
import type { PhotoCall } from './photo-call.js';
import { vectorOf } from './extract-vector.js';
import { onAnalysed, selectFaces, pointsOnImage } from './select-faces.js';

/** A photo → every face with landmarks, pose, age range and gender, and the requested extras. */
export async function analysePhoto(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
  maxVectors = MAX_VECTORS,
): Promise<Analysis> {
  const { models, photo, image, timer, encodePng } = call;
  const selected = await selectFaces(call, selection, { onlyFirst: false });
  const meshes = selected.map(({ mesh }) => mesh);
  const refined = await timer.time('landmarks', () =>
    refineLandmarks(models.landmarks, image, meshes.slice(0, MAX_REFINED)),
  );
  const places = meshes.map(({ vertices }) => facePlace(vertices));
  const predicted = await timer.time('attributes', () => attributesOf(models, image, places, MAX_REFINED));
  const faces: AttributedFace[] = [];
  for (const [n, attributes] of predicted.entries()) {
    const face = selected[n];
    if (face === undefined) break;
    const { mesh, box, confidence } = face;
    const { points, pose } = refined[n] ?? landmarksFromMesh(mesh);
    faces.push({
      box,
      confidence,
      pose,
      landmarks: pointsOnImage(points, photo),
      ...attributes,
      ...(await timer.time('attributes', () =>
        computeExtras({ models, image, box, mesh, pose, encodePng }, (name) => extras.has(name)),
      )),
      ...(extras.has('vector') && n < maxVectors && { vector: await vectorOf(call, face, selection) }),
      ...(extras.has('spoofScore') &&
        n < MAX_SPOOF_SCORES && {
          spoofScore: await timer.time('attributes', () =>
            spoofScore(models.spoof, image, onAnalysed(box, photo)),
          ),
        }),
    });
  }
  return { imageSize: photo.size, faces, timings: timer.timings };
}
