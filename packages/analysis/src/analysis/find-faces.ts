import {
  detect,
  partAround,
  PASSES,
  type Detection,
  type DetectorPass,
  type MeasuredCandidate,
} from '../detection/detect.js';
import type { Candidate } from '../detection/merge-candidates.js';
import {
  area,
  centre,
  height,
  isInside,
  longerSide,
  nesting,
  overlap,
  prominence,
  width,
  type Box,
  type Size,
} from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import { faceRectangle } from '../landmarks/face-geometry.js';
import { fitAll, fitDetectedFace, type ExtraFits, type Mesh } from '../landmarks/fit-face.js';
import { MAX_FACES } from './call-limits.js';
import { faceScore, mayBeFace } from './face-score.js';
import type { Models } from './models.js';
import type { StageTimer } from './photo-call.js';

/** A search for a few faces fits this many more candidates, because not every candidate is a face. */
const EXTRA_CANDIDATES = 11;
/**
 * The first face is the most prominent one among this many candidates that could be it; a search for the first face
 * alone fits no more, but for those that it fits in one run with the very first. In WIDER FACE's crowds it is the same
 * one with any number from 12 on.
 */
const MAX_FIRST_FITS = 1 + EXTRA_CANDIDATES;
/** As long as none of them is a face, a few more are tried. */
export const MAX_FITS_WITHOUT_FIRST = 20;
/** First fits in one run of the landmark model: two take 12 % less time, four 20 %, more hardly less. */
const FITS_AT_ONCE = 4;
/** The rectangle of a face may be this much larger than the largest candidate of its pass. */
const RECTANGLE_ROOM = 1.1;
/** From this side on, relative to the image's longer one, the reduced pass sees whatever may be a face. */
const SEEN_REDUCED = 0.08;
/** How much more prominent a face may turn out than its candidate seemed (of 460 photos, one had a rival that did more). */
const MAX_GROWTH = 1.25;
/** Rectangles that overlap or lie inside each other this much show the same face. */
const SAME_FACE = 0.35;
const NESTED_FACE = 0.7;
/** From this presence on, or if detector and landmarks overlap this much, the landmarks decide where the face is. */
const TRUSTED_PRESENCE = 8;
const AGREEMENT = 0.6;

/** A face with its landmarks, in analysed pixels. */
export interface FoundFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly prominence: number;
  /** The combined score of detector and landmark model; above 0 for a face. */
  readonly score: number;
}

export interface SearchOptions {
  /** Only the first face is needed. */
  readonly onlyFirst: boolean;
  /** At most this many faces, the most prominent ones. */
  readonly maxFaces?: number;
  /** Faces with a shorter side (in analysed pixels) are not wanted: a pass that could only add such faces is skipped. */
  readonly minSide?: number;
  readonly timer: StageTimer;
  readonly extra: ExtraFits;
}

/** The state of one search. */
interface Search extends SearchOptions {
  readonly models: Models;
  readonly image: Pyramid;
  readonly faces: FoundFace[];
  /** The most prominent face among the candidates that could be the first. */
  first: FoundFace | undefined;
  /** No later pass is expected to find a more prominent face. */
  isFirstCertain: boolean;
  readonly maxFits: number;
  fits: number;
  firstFits: number;
}

/**
 * Finds faces, no more than `MAX_FACES`: the first face, then the others, the most prominent first. With `onlyFirst` the
 * search stops as soon as the first one is certain: no face that a later pass may add could be more prominent.
 */
export async function findFaces(
  models: Models,
  image: Pyramid,
  options: SearchOptions,
): Promise<FoundFace[]> {
  const { maxFaces = MAX_FACES } = options;
  const search: Search = {
    ...options,
    models,
    image,
    faces: [],
    first: undefined,
    isFirstCertain: false,
    maxFits: Math.min(MAX_FACES, maxFaces + EXTRA_CANDIDATES),
    fits: 0,
    firstFits: 0,
  };
  const [reduced, half, full] = PASSES;
  const run = (pass: DetectorPass, part?: Box): Promise<Detection> =>
    options.timer.time('detect', () => detect(models.detector, image, pass, part));
  const large = await run(reduced);
  await fitCandidates(reduced, large.candidates, search, { leavesFits: () => true });
  search.isFirstCertain = hasNoRival(large, search);
  if (isNeeded(half, search)) {
    const smaller = await run(half);
    const clear = boxesAbove(half.minScore, [...large.candidates, ...smaller.candidates]);
    const unclear = unclearBoxes(smaller.possibleFaces, clear, image.base);
    const greatest = unclear.reduce((most, box) => Math.max(most, prominence(box, image.base)), 0);
    const mayShowFirst = (): boolean =>
      greatest * MAX_GROWTH >= (search.first?.prominence ?? 0) && greatest > 0;
    await fitCandidates(half, smaller.candidates, search, { leavesFits: mayShowFirst });
    // A search for all must not find another first face where the search for the first has ended.
    search.isFirstCertain ||= !mayShowFirst();
    if (unclear.length > 0 && !(options.onlyFirst && search.isFirstCertain)) {
      // Both kinds of search look at the same part, so that they see the same candidates.
      const { candidates } = await run(full, partAround(unclear, image.base));
      await fitCandidates(full, candidates, search, { leavesFits: () => false, clear });
    }
  }
  const { first, faces } = search;
  if (options.onlyFirst) return first === undefined ? [] : [first];
  faces.sort((a, b) => b.prominence - a.prominence);
  const inOrder = first === undefined ? faces : [first, ...faces.filter((face) => face !== first)];
  return inOrder.slice(0, maxFaces);
}

export const isSameFace = (a: Box, b: Box): boolean =>
  overlap(a, b) > SAME_FACE || nesting(a, b) > NESTED_FACE;

/** Whether the first face is so prominent that the reduced pass saw whatever could be more so, and it saw nothing. */
function hasNoRival({ candidates, possibleFaces }: Detection, { image, first }: Search): boolean {
  if (first === undefined) return false;
  const least = first.prominence / MAX_GROWTH;
  if (least < (SEEN_REDUCED * longerSide(image.base)) ** 2) return false;
  // What both kinds of search know, so that they decide alike.
  const known = [first, ...candidates].map(({ box }) => box);
  return !possibleFaces.some((box) => prominence(box, image.base) >= least && !belongsToOneOf(known, box));
}

function isNeeded(pass: DetectorPass, search: Search): boolean {
  const { image, onlyFirst, minSide = 0 } = search;
  return maxArea(pass, image.base) >= Math.max(0, minSide) ** 2 && (!onlyFirst || mayAddFirst(pass, search));
}

/** Whether a face of the pass could still be the first one. */
const mayAddFirst = (pass: DetectorPass, search: Search): boolean =>
  !search.isFirstCertain &&
  firstFitsLeft(search) > 0 &&
  (search.first === undefined || search.first.prominence < maxArea(pass, search.image.base));

const firstFitsLeft = ({ first, firstFits }: Search): number =>
  (first === undefined ? MAX_FITS_WITHOUT_FIRST : MAX_FIRST_FITS) - firstFits;

/** The largest rectangle that a pass may add; a larger one belongs to an earlier pass. */
const maxArea = (pass: DetectorPass, image: Size): number =>
  (pass.maxSide * RECTANGLE_ROOM * longerSide(image)) ** 2;

const boxesAbove = (minScore: number, candidates: readonly Candidate[]): Box[] =>
  candidates.filter(({ score }) => score >= minScore).map(({ box }) => box);

/** Where there may be a face that the full pass could add. */
function unclearBoxes(possible: readonly Box[], clear: readonly Box[], image: Size): Box[] {
  const [, , full] = PASSES;
  const maxSide = full.maxSide * longerSide(image);
  return possible.filter(
    (box) => Math.max(width(box), height(box)) <= maxSide && !belongsToOneOf(clear, box),
  );
}

/** Whether a box that the detector is not sure of is due to one of these faces. */
const belongsToOneOf = (faces: readonly Box[], box: Box): boolean =>
  faces.some((face) => isSameFace(face, box) || isInside(centre(box), face));

interface FitOptions {
  /** Whether fits have to be left for a later pass, which may still find the first face. */
  readonly leavesFits: () => boolean;
  /** What an earlier pass has been sure of: the search for the first face does not try it again. */
  readonly clear?: readonly Box[];
}

/** Fits the landmarks of what a pass found, the most prominent first. */
async function fitCandidates(
  pass: DetectorPass,
  candidates: MeasuredCandidate[],
  search: Search,
  { leavesFits, clear = [] }: FitOptions,
): Promise<void> {
  const { image, onlyFirst } = search;
  candidates.sort((a, b) => prominence(b.box, image.base) - prominence(a.box, image.base));
  /** First meshes of candidates whose turn has not come yet. */
  const fitted = new Map<MeasuredCandidate, Mesh>();
  const isKnown = (box: Box): boolean => search.faces.some((face) => isSameFace(face.box, box));
  const isClear = (box: Box): boolean => clear.some((other) => isSameFace(other, box));
  const mayBeFirst = ({ box }: MeasuredCandidate): boolean =>
    mayAddFirst(pass, search) && isProminentEnough(box, search) && !isClear(box);
  // The most prominent come first, so whatever is skipped is less prominent.
  const fitsLeft = (): number =>
    Math.min(search.maxFits, MAX_FACES - (leavesFits() ? Math.max(0, firstFitsLeft(search)) : 0)) -
    search.fits;
  const isWanted = (candidate: MeasuredCandidate): boolean =>
    // It may show a face that has been found in the meantime.
    !isKnown(candidate.box) &&
    mayBeFace(candidate) &&
    (mayBeFirst(candidate) || (!onlyFirst && (fitted.has(candidate) || fitsLeft() > 0)));
  /** Fits a candidate, and in the same run some of the next ones, which count even if one turns out to be known. */
  const fitAhead = async (candidate: MeasuredCandidate, place: number): Promise<void> => {
    const most = Math.min(FITS_AT_ONCE, fitsLeft());
    const together = [candidate];
    for (const other of candidates.slice(place + 1)) {
      if (together.length >= most) break;
      // Those after it are less prominent.
      if (onlyFirst && !mayBeFittedTogether(other, candidate, search)) break;
      if (isWanted(other)) together.push(other);
    }
    search.fits += together.length;
    const meshes = await search.timer.time('landmarks', () =>
      fitAll(search.models.landmarks, image, together),
    );
    for (const [i, other] of together.entries()) {
      const mesh = meshes[i];
      if (mesh !== undefined) fitted.set(other, mesh);
    }
  };
  for (const [n, candidate] of candidates.entries()) {
    if (!isWanted(candidate)) continue;
    if (!fitted.has(candidate)) await fitAhead(candidate, n);
    const isForFirst = mayBeFirst(candidate);
    if (isForFirst) search.firstFits += 1;
    const face = await fitCandidate(candidate, search, fitted.get(candidate));
    if (face === null || area(face.box) > maxArea(pass, image.base) || isKnown(face.box)) continue;
    search.faces.push(face);
    if (isForFirst && face.prominence > (search.first?.prominence ?? 0)) search.first = face;
  }
}

/**
 * Whether a search for the first face may fit both at once: nothing is fitted yet, and the other one is tried in any case
 * unless the first turns out more prominent than it seems.
 */
const mayBeFittedTogether = (
  other: MeasuredCandidate,
  candidate: MeasuredCandidate,
  { image, fits }: Search,
): boolean =>
  fits === 0 && prominence(other.box, image.base) * MAX_GROWTH >= prominence(candidate.box, image.base);

/** Searches for one and for all use this rule, so they agree on the first face. */
const isProminentEnough = (box: Box, { image, first }: Search): boolean =>
  prominence(box, image.base) * MAX_GROWTH >= (first?.prominence ?? 0);

async function fitCandidate(
  candidate: MeasuredCandidate,
  { models, image, timer, extra }: Search,
  first: Mesh | undefined,
): Promise<FoundFace | null> {
  const mesh = await timer.time('landmarks', () =>
    fitDetectedFace(models.landmarks, image, candidate, extra, first),
  );
  const score = faceScore({ ...candidate, presence: mesh.presence });
  if (score <= 0) return null;
  const box = rectangleOf(candidate, mesh);
  return { mesh, box, prominence: prominence(box, image.base), score };
}

/** The rectangle around the landmarks; if they disagree with the detector, its box, because it needs fewer pixels. */
export function rectangleOf({ box }: Candidate, mesh: Mesh): Box {
  const rectangle = faceRectangle(mesh.vertices);
  return mesh.presence >= TRUSTED_PRESENCE || overlap(rectangle, box) >= AGREEMENT ? rectangle : box;
}
