import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceExtra, FaceSelection } from '../engine.types.js';
import type { Photo } from '../image/pixels.js';
import { pyramidOf, type Pyramid } from '../image/pyramid.js';
import { detailFace, plainDetail } from '../landmarks/detail.js';
import { expressionOf } from '../landmarks/expression.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import { eyeCornersAndNose, faceSquare } from '../landmarks/face-geometry.js';
import type { HeadPose } from '../landmarks/landmarks.types.js';
import { measureQuality } from '../quality/quality.js';
import type { Clock } from './clock.js';
import { vectorOf } from './extract-vector.js';
import { locateFaces, type LocatedFace } from './locate.js';
import { pointsOnImage } from './points-on-image.js';
import { shownFace } from './shown-face.js';
import type { Tools } from './tools.js';

/**
 * No call gives more vectors than this, those of the most prominent faces or the first boxes: each costs one more
 * landmark fit and the most expensive net of all, about 80 ms on a slow core. Whoever wants more sends the boxes of the
 * rest.
 */
export const MAX_VECTORS = 16;

/** Both nets estimate age and gender of this number of faces, the most prominent ones; others in a crowd get our own net only. */
const MAX_SECOND_OPINIONS = 16;

/** A photo → every face with landmarks, pose, age range and gender, and what else was asked for. */
export async function analysePhoto(
  tools: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
  extras: ReadonlySet<string>,
): Promise<Analysis> {
  const { nets, scratch, decode } = tools;
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, scratch);
  const extra = new ExtraFits();
  const located = await locateFaces(nets, photo, image, selection, { onlyFirst: false, clock, extra });
  const faces: AttributedFace[] = [];
  for (const [n, face] of located.entries()) {
    const { mesh, box, confidence } = face;
    const hasSecondOpinion = n < MAX_SECOND_OPINIONS;
    // The most prominent come first; in a crowd the others do without the second fit.
    const { points, pose } = extra.take()
      ? await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh))
      : plainDetail(mesh);
    const place = { square: faceSquare(mesh.vertices), points: eyeCornersAndNose(mesh.vertices) };
    const attributes = await clock.time('attributes', () =>
      attributesOf(nets, image, place, hasSecondOpinion),
    );
    faces.push({
      box,
      confidence,
      pose,
      landmarks: pointsOnImage(points, photo),
      ...attributes,
      ...(await extrasOf({ tools, photo, image, selection, clock }, { ...face, pose }, wanted(extras, n))),
    });
  }
  return { imageSize: photo.size, faces, timings: clock.timings };
}

/** What to find of the nth face. */
const wanted = (extras: ReadonlySet<string>, n: number): ((name: FaceExtra) => boolean) => {
  return (name) => extras.has(name) && (name !== 'vector' || n < MAX_VECTORS);
};

interface Call {
  readonly tools: Tools;
  readonly photo: Photo;
  readonly image: Pyramid;
  readonly selection: FaceSelection;
  readonly clock: Clock;
}

/** What only some calls ask for. */
async function extrasOf(
  { tools: { nets }, photo, image, selection, clock }: Call,
  face: LocatedFace & { readonly pose: HeadPose },
  isWanted: (name: FaceExtra) => boolean,
): Promise<Pick<AttributedFace, FaceExtra>> {
  const { box, mesh, pose } = face;
  return {
    ...(isWanted('quality') && { quality: measureQuality(image, shownFace(box, mesh.vertices, pose)) }),
    ...(isWanted('expression') && {
      expression: await clock.time('attributes', () => expressionOf(nets.blendshapes, mesh.vertices)),
    }),
    ...(isWanted('vector') && { vector: await vectorOf(nets, photo, image, face, selection, clock) }),
  };
}
