import type { Face, NearFace } from '../analysis.types.js';
import { detect, PASSES } from '../detection/detect.js';
import { clipBox, prominence, scaleBox, type Size } from '../geometry/box.js';
import { expressionOf, type Expression } from '../landmarks/expression.js';
import { landmarksFromMesh } from '../landmarks/landmarks-68.js';
import { asProbability } from './face-score.js';
import { isSameFace } from './find-faces.js';
import { fitCandidate, followFace, type FittedFace } from './measure-frame.js';
import type { PhotoCall } from './photo-call.js';
import { onAnalysed, pointsOnImage } from './select-faces.js';

/** A face that keeps its number from frame to frame. */
export interface TrackedFace extends Face {
  readonly id: number;
  readonly expression?: Expression;
}

export interface TrackRequest {
  /** The faces of the previous frame. */
  readonly known: readonly (NearFace & { readonly id: number })[];
  /** The number of the next face that is new; numbers are not used twice. */
  readonly nextId: number;
  readonly maxFaces: number;
  /** Whether faces that entered the picture are searched for. Where a known face is lost, they are anyway. */
  readonly search: boolean;
  readonly expression: boolean;
}

export interface TrackResult {
  readonly imageSize: Size;
  readonly faces: readonly TrackedFace[];
}

interface Followed extends FittedFace {
  readonly id: number;
}

/** The faces of a frame of a video. The mesh alone follows those of the previous frame; the detector runs when it must. */
export async function trackFaces(call: PhotoCall, request: TrackRequest): Promise<TrackResult> {
  const { known, maxFaces, search } = request;
  const faces: Followed[] = [];
  for (const { id, ...near } of known.slice(0, maxFaces)) {
    const face = await followFace(call, near);
    // Two that have come to follow the same face become one.
    if (face !== null && !faces.some(({ box }) => isSameFace(box, face.box))) faces.push({ ...face, id });
  }
  if (faces.length < maxFaces && (search || faces.length < known.length))
    await addFound(call, request, faces);
  const described: TrackedFace[] = [];
  for (const face of faces) described.push(await describe(call, face, request.expression));
  return { imageSize: call.photo.size, faces: described };
}

/** Searches for large faces that are not followed yet. One that was lost keeps its number. */
async function addFound(
  call: PhotoCall,
  { known, nextId, maxFaces }: TrackRequest,
  faces: Followed[],
): Promise<void> {
  const { models, photo, image, timer } = call;
  const { candidates: found } = await timer.time('detect', () => detect(models.detector, image, PASSES[0]));
  found.sort((a, b) => prominence(b.box, image.base) - prominence(a.box, image.base));
  const lost = known.filter(({ id }) => !faces.some((face) => face.id === id));
  let newId = nextId;
  for (const candidate of found.slice(0, maxFaces)) {
    if (faces.length >= maxFaces) break;
    const isKnown = (box: FittedFace['box']): boolean => faces.some((face) => isSameFace(face.box, box));
    if (isKnown(candidate.box)) continue;
    const face = await fitCandidate(call, candidate, 0);
    if (face === null || isKnown(face.box)) continue;
    const before = lost.findIndex(({ box }) => isSameFace(onAnalysed(box, photo), face.box));
    const [same] = before < 0 ? [] : lost.splice(before, 1);
    faces.push({ ...face, id: same?.id ?? newId++ });
  }
}

async function describe(
  { models, photo, timer }: PhotoCall,
  { id, mesh, box }: Followed,
  withExpression: boolean,
): Promise<TrackedFace> {
  const { points, pose } = landmarksFromMesh(mesh);
  const full = scaleBox(box, photo.scale.x, photo.scale.y);
  return {
    id,
    box: clipBox(full, photo.size) ?? full,
    landmarks: pointsOnImage(points, photo),
    pose,
    confidence: asProbability(mesh.presence),
    ...(withExpression && {
      expression: await timer.time('attributes', () => expressionOf(models.blendshapes, mesh.vertices)),
    }),
  };
}
