import { detect, PASSES, type MeasuredCandidate } from '../detection/detect.js';
import type {
  FrameFaceDetails,
  FrameFaceRequest,
  FrameTiming,
  MeasuredFrame,
  NearFace,
} from '../analysis.types.js';
import { area, overlap, prominence, scaleBox, type Box, type Point } from '../geometry/box.js';
import { expressionOf } from '../landmarks/expression.js';
import {
  faceRectangle,
  faceSquare,
  fivePoints,
  headPose,
  innerVertices,
  rigidPoints,
} from '../landmarks/face-geometry.js';
import { ExtraFits, fitDetectedFace, refitFace, type Mesh } from '../landmarks/fit-face.js';
import type { FrameFace } from '../liveness/frame.js';
import { skinOf } from '../liveness/skin.js';
import { spoofScore } from '../liveness/spoof-score.js';
import { embedFace, type FivePoints } from '../recognition/embed-face.js';
import { faceScore } from './face-score.js';
import { isSameFace, rectangleOf } from './find-faces.js';
import type { PhotoCall } from './photo-call.js';
import { onAnalysed } from './select-faces.js';

/** From this presence on, a face where it was in the previous frame needs no search. */
const FOLLOWED_PRESENCE = 8;
/** A face that has moved further than this is searched for: the mesh is less accurate at the edge of its region. */
const FOLLOWED_OVERLAP = 0.8;
/** Additional fits for a head that leans. */
const EXTRA_FITS = 1;
/** Another face counts from this share of the followed face's area on. */
const OTHER_FACE_AREA = 0.25;

export interface FittedFace {
  readonly mesh: Mesh;
  /** In analysed pixels. */
  readonly box: Box;
}

/**
 * Measures the face in a frame of a liveness check. With `near`, the face of the previous frame, the mesh alone follows it,
 * and the detector runs only if that fails.
 */
export async function measureFrame(
  call: PhotoCall,
  near: NearFace | undefined,
): Promise<Omit<MeasuredFrame, 'fingerprint'>> {
  const { photo, timer } = call;
  const followed = near === undefined ? null : await followFace(call, near);
  const { face, otherFaces } =
    followed === null ? await search(call, near) : { face: followed, otherFaces: 0 };
  return {
    imageSize: photo.size,
    face: face === null ? null : await describe(call, face),
    otherFaces,
    timings: timer.timings,
  };
}

/** The face of the previous frame, if it is still there: the mesh is fitted where it was. */
export async function followFace(
  { models, photo, image, timer }: PhotoCall,
  near: NearFace,
): Promise<FittedFace | null> {
  const rectangle = onAnalysed(near.box, photo);
  const angle = (near.roll * Math.PI) / 180;
  const mesh = await timer.time('landmarks', () => refitFace(models.landmarks, image, rectangle, angle));
  const box = faceRectangle(mesh.vertices);
  return mesh.presence >= FOLLOWED_PRESENCE && overlap(box, rectangle) >= FOLLOWED_OVERLAP
    ? { mesh, box }
    : null;
}

/** Large faces alone: a face that the first pass of the detector misses is too small for a check. */
async function search(
  call: PhotoCall,
  near: NearFace | undefined,
): Promise<{ face: FittedFace | null; otherFaces: number }> {
  const { models, photo, image, timer } = call;
  const { candidates: found } = await timer.time('detect', () => detect(models.detector, image, PASSES[0]));
  const expected = near && onAnalysed(near.box, photo);
  const rank = ({ box }: MeasuredCandidate): number =>
    prominence(box, image.base) * (expected === undefined ? 1 : 0.01 + overlap(box, expected));
  const candidates = found.sort((a, b) => rank(b) - rank(a));
  let face: FittedFace | null = null;
  let otherFaces = 0;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const known: FittedFace | null = face;
    if (known !== null && !mayBeAnother(candidate.box, known.box)) continue;
    const fitted = await fitCandidate(call, candidate, face === null ? 0 : CLEAR_SCORE);
    if (fitted === null) continue;
    if (face === null) face = fitted;
    else if (mayBeAnother(fitted.box, face.box)) otherFaces += 1;
  }
  return { face, otherFaces };
}

/** A second face must be clear: a check should not fail because of a pattern on the wall. */
const CLEAR_SCORE = 1.5;
/** Candidates that are no faces are rare; two faces are enough to reject a frame. */
const MAX_CANDIDATES = 3;

const mayBeAnother = (box: Box, face: Box): boolean =>
  !isSameFace(box, face) && area(box) >= OTHER_FACE_AREA * area(face);

/** A candidate with its mesh, if it is a face by at least this score. */
export async function fitCandidate(
  { models, image, timer }: PhotoCall,
  candidate: MeasuredCandidate,
  least: number,
): Promise<FittedFace | null> {
  const extra = new ExtraFits(EXTRA_FITS);
  const mesh = await timer.time('landmarks', () =>
    fitDetectedFace(models.landmarks, image, candidate, extra),
  );
  if (faceScore({ ...candidate, presence: mesh.presence }) <= least) return null;
  return { mesh, box: rectangleOf(candidate, mesh) };
}

async function describe(
  { models, photo: { scale }, image, timer }: PhotoCall,
  { mesh, box }: FittedFace,
): Promise<FrameFace> {
  const onImage = ({ x, y }: Point): Point => ({ x: x * scale.x, y: y * scale.y });
  const { vertices } = mesh;
  const expression = await timer.time('attributes', () => expressionOf(models.blendshapes, vertices));
  const [left, right, nose, mouthLeft, mouthRight] = fivePoints(vertices);
  return {
    box: scaleBox(box, scale.x, scale.y),
    pose: headPose(vertices),
    mouthOpening: expression.mouthOpening,
    eyeOpening: (expression.leftEyeOpening + expression.rightEyeOpening) / 2,
    smile: expression.smile,
    rigidPoints: rigidPoints(vertices).map(onImage),
    skin: skinOf(image, { square: faceSquare(vertices), ...innerVertices(vertices) }),
    fivePoints: [onImage(left), onImage(right), onImage(nose), onImage(mouthLeft), onImage(mouthRight)],
  };
}

/** The vector and the spoof score of a face that was measured before: no model searches for it again. */
export async function describeFrameFace(
  call: PhotoCall,
  { box, fivePoints: points }: Pick<FrameFace, 'box' | 'fivePoints'>,
  { withVector, withSpoofScore }: FrameFaceRequest,
): Promise<FrameFaceDetails & FrameTiming> {
  const { models, photo, image, timer } = call;
  const onPixels = ({ x, y }: Point): Point => ({ x: x / photo.scale.x, y: y / photo.scale.y });
  const [left, right, nose, mouthLeft, mouthRight] = points;
  const aligned: FivePoints = [
    onPixels(left),
    onPixels(right),
    onPixels(nose),
    onPixels(mouthLeft),
    onPixels(mouthRight),
  ];
  return {
    ...(withVector && {
      vector: await timer.time('vector', () => embedFace(models.embedder, image, aligned)),
    }),
    ...(withSpoofScore && {
      spoofScore: await timer.time('attributes', () =>
        spoofScore(models.spoof, image, onAnalysed(box, photo)),
      ),
    }),
    timings: timer.timings,
  };
}
