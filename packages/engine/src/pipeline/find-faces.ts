import { sideInPixels, sideOf, type Candidate } from '../detection/candidate.js';
import { detect } from '../detection/detect.js';
import { area, nesting, overlap, type Box, type Size } from '../geometry/box.js';
import { prominence } from '../geometry/prominence.js';
import type { Pyramid } from '../image/pyramid.js';
import type { ExtraFits } from '../landmarks/extra-fits.js';
import { faceRectangle } from '../landmarks/face-geometry.js';
import { fitDetectedFace } from '../landmarks/fit-face.js';
import type { Mesh } from '../landmarks/mesh.js';
import type { Net } from '../runtime/net.js';
import type { Clock } from './clock.js';
import { faceScore, type FaceEvidence } from './face-score.js';
import type { Nets } from './nets.js';
import { PASSES, type DetectorPass } from './passes.js';

/**
 * Both passes of a search together fit the landmarks of no more candidates than this, the most prominent first: each fit
 * takes 10 to 25 ms, and a picture can be made of faces.
 */
export const MAX_FITS = 96;
/** No image gives more faces than this, the most prominent ones; each costs two more nets. See docs/decisions/0003. */
export const MAX_FACES = 64;
/** The rectangle of a face may be this much larger than the largest candidate of its pass. */
const RECTANGLE_ROOM = 1.1;
/** How much more prominent a face may turn out than its candidate seemed. */
const MAX_GROWTH = 1.5;
/** Rectangles that overlap or lie inside each other this much show the same face. */
const SAME_FACE = 0.35;
const NESTED_FACE = 0.7;
/** From this presence on, or where both nets agree by this much, the landmarks tell where the face is. */
const CLEAR_PRESENCE = 8;
const AGREEMENT = 0.6;

/** A face with its landmarks, in analysed pixels. */
export interface FoundFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly prominence: number;
  /** What the detector and the landmark net say together; above 0 for a face. */
  readonly score: number;
}

export interface SearchOptions {
  /** The first face is enough. */
  readonly onlyFirst: boolean;
  /** Shorter sides (in analysed pixels) are of no interest: a pass that can only add such faces is left out. */
  readonly minSide?: number;
  readonly clock: Clock;
  readonly extra: ExtraFits;
}

/** A candidate, and how large it is. */
export type MeasuredCandidate = Candidate & Pick<FaceEvidence, 'sideInPixels' | 'relativeSide'>;

/** What one search knows so far. It belongs to the call. */
interface Search extends SearchOptions {
  readonly nets: Nets;
  readonly image: Pyramid;
  readonly faces: FoundFace[];
  fitsLeft: number;
}

/**
 * Finds faces, the most prominent first, and no more than `MAX_FACES`. With `onlyFirst` the search ends as soon as the
 * first one is certain: no face that the second pass may add could be more prominent.
 */
export async function findFaces(nets: Nets, image: Pyramid, options: SearchOptions): Promise<FoundFace[]> {
  const search: Search = { ...options, nets, image, faces: [], fitsLeft: MAX_FITS };
  for (const pass of PASSES) if (isNeeded(pass, search)) await runPass(pass, search);
  return search.faces.sort((a, b) => b.prominence - a.prominence).slice(0, MAX_FACES);
}

export const isSameFace = (a: Box, b: Box): boolean =>
  overlap(a, b) > SAME_FACE || nesting(a, b) > NESTED_FACE;

const longSide = ({ width, height }: Size): number => Math.max(width, height);

function isNeeded(pass: DetectorPass, { image, faces, onlyFirst, minSide = 0 }: Search): boolean {
  const largest = maxArea(pass, image.base);
  return largest >= Math.max(0, minSide) ** 2 && !(onlyFirst && mostProminent(faces) >= largest);
}

/** The largest rectangle that a pass may add; a larger one belongs to an earlier pass. */
const maxArea = (pass: DetectorPass, image: Size): number =>
  (pass.maxSide * RECTANGLE_ROOM * longSide(image)) ** 2;

const mostProminent = (faces: readonly FoundFace[]): number => Math.max(0, ...faces.map((f) => f.prominence));

/** What the detector finds in one pass, of the sizes that the pass may add, the most confident first. */
export async function candidatesOf(
  pass: DetectorPass,
  detector: Net,
  image: Pyramid,
): Promise<MeasuredCandidate[]> {
  const view = pass.view(image.base);
  const candidates = (await detect(detector, image, view, pass.minScore)).map((candidate) => ({
    ...candidate,
    sideInPixels: sideInPixels(candidate, view),
    relativeSide: sideOf(candidate) / longSide(image.base),
  }));
  return candidates.filter(
    ({ relativeSide }) => relativeSide >= pass.minSide && relativeSide <= pass.maxSide,
  );
}

/** Runs the detector on one view and fits the landmarks of what it finds, the most prominent first. */
async function runPass(pass: DetectorPass, search: Search): Promise<void> {
  const { nets, image, clock } = search;
  const found = await clock.time('detect', () => candidatesOf(pass, nets.detector, image));
  const candidates = found.sort((a, b) => prominence(b.box, image.base) - prominence(a.box, image.base));
  for (const candidate of candidates) {
    // What was fitted meanwhile may have made this one needless.
    if (!isWorthFitting(candidate, search)) continue;
    // The most prominent come first, so whatever is left out is less so.
    if (search.fitsLeft-- <= 0) return;
    const face = await fitCandidate(candidate, search);
    if (face === null || area(face.box) > maxArea(pass, image.base)) continue;
    if (!search.faces.some((known) => isSameFace(known.box, face.box))) search.faces.push(face);
  }
}

/** Not when it shows a known face, cannot be a face at all, or cannot be the first one where only that is wanted. */
function isWorthFitting(candidate: MeasuredCandidate, { image, faces, onlyFirst }: Search): boolean {
  if (faces.some((face) => isSameFace(face.box, candidate.box))) return false;
  if (onlyFirst && prominence(candidate.box, image.base) * MAX_GROWTH < mostProminent(faces)) return false;
  return faceScore({ ...candidate, presence: null }) > 0;
}

async function fitCandidate(candidate: MeasuredCandidate, search: Search): Promise<FoundFace | null> {
  const { nets, image, clock, extra } = search;
  const mesh = await clock.time('landmarks', () =>
    fitDetectedFace(nets.landmarks, image, candidate.box, candidate.angle, extra),
  );
  const score = faceScore({ ...candidate, presence: mesh.presence });
  if (score <= 0) return null;
  const box = rectangleOf(candidate, mesh);
  return { mesh, box, prominence: prominence(box, image.base), score };
}

/** The rectangle around the landmarks, unless the landmark net saw something else than the detector: it needs more pixels. */
export function rectangleOf({ box }: Candidate, mesh: Mesh): Box {
  const rectangle = faceRectangle(mesh.vertices);
  return mesh.presence >= CLEAR_PRESENCE || overlap(rectangle, box) >= AGREEMENT ? rectangle : box;
}
