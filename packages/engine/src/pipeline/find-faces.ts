import type { Candidate } from '../detection/candidate.js';
import { look } from '../detection/look.js';
import { candidateBox, mergeCandidates } from '../detection/merge-candidates.js';
import { askWitness, type Witness } from '../detection/witness.js';
import { area, type Size } from '../geometry/box.js';
import { prominence } from '../geometry/prominence.js';
import type { Pyramid } from '../image/pyramid.js';
import { faceRectangle, REGION_MARGIN } from '../landmarks/face-geometry.js';
import type { ExtraFits } from '../landmarks/extra-fits.js';
import { fitFace } from '../landmarks/fit-face.js';
import type { Clock } from './clock.js';
import { bestPossible, evidence } from './evidence.js';
import { LOOKS, type Look } from './looks.js';
import type { Nets } from './nets.js';
import { allFaces, isSameFace, isSure, mostProminent, sureFaces, type Sighting } from './sighting.js';

/** More candidates than this in one look are noise, or a crowd past counting. */
const MAX_CANDIDATES = 150;
/**
 * All looks of one search together fit no more than this, the most prominent first: each fit takes 10 to 25 ms, and a
 * picture can be made of faces.
 */
export const MAX_FITS = 160;
/** No image gives more faces than this, the most prominent ones; each costs two more nets. See docs/decisions/0003. */
export const MAX_FACES = 64;
/** The rectangle of a face may be this much larger than the largest candidate of its look. */
const RECTANGLE_ROOM = 1.1;
/** How much more prominent a face may turn out than its candidate seemed; small ones are measured less well. */
const SURPRISE = { large: 1.4, small: 2.5 };
/** Candidates from this part of the long side on are measured well. */
const WELL_MEASURED = 0.1;

/** A face on its side is seen at least this well by the detector. */
const MAY_LIE = 0.15;
/** As many fits as the witness costs. */
const FITS_FOR_A_WITNESS = 8;

export interface SearchOptions {
  readonly onlyFirst: boolean;
  /** Shorter sides (in analysed pixels) are of no interest: looks that can only add such faces are left out. */
  readonly minSide?: number;
  readonly clock: Clock;
  readonly extra: ExtraFits;
}

/** What one search knows so far. It belongs to the call. */
interface Search extends SearchOptions {
  readonly nets: Nets;
  readonly image: Pyramid;
  readonly sightings: Sighting[];
  fitsLeft: number;
  /** Heard at once when all faces are wanted, and only in doubt when the first is enough. */
  witness: Witness | null;
}

/**
 * Finds faces, the most prominent first, and no more than `MAX_FACES`. With `onlyFirst` the search ends as soon as the
 * first one is certain: no unsure candidate and no face that a finer look may add could be more prominent.
 */
export async function findFaces(nets: Nets, image: Pyramid, options: SearchOptions): Promise<Sighting[]> {
  const { onlyFirst } = options;
  const search: Search = {
    ...options,
    nets,
    image,
    sightings: [],
    fitsLeft: MAX_FITS,
    witness: null,
  };
  const { sightings } = search;
  if (!onlyFirst) await hearWitness(search);
  for (const [step, oneLook] of LOOKS.entries()) {
    if (!isNeeded(oneLook, search)) continue;
    await lookOnce(oneLook, search);
    const next = LOOKS.slice(step + 1).find((l) => isNeeded(l, search));
    const laterFace = next === undefined ? 0 : maxArea(next, image.base);
    const sure = mostProminent(sightings);
    if (!onlyFirst || sure === 0 || sure < laterFace) continue;
    if (sightings.every((s) => isSure(s) || s.prominence < sure)) return sureFaces(sightings);
    const [first] = allFaces(sightings, await hearWitness(search));
    if (first?.prominence === sure) return [first];
  }
  return allFaces(sightings, await hearWitness(search)).slice(0, MAX_FACES);
}

const longSide = ({ width, height }: Size): number => Math.max(width, height);

const isNeeded = (l: Look, { sightings, image, minSide = 0 }: Search): boolean =>
  mostProminent(sightings) < l.unlessProminence * longSide(image.base) ** 2 &&
  maxArea(l, image.base) >= Math.max(0, minSide) ** 2;

/** The largest rectangle that a look may add; a larger one belongs to an earlier look. */
const maxArea = (l: Look, image: Size): number => (l.maxSide * RECTANGLE_ROOM * longSide(image)) ** 2;

async function hearWitness(search: Search): Promise<Witness> {
  search.witness ??= await search.clock.time('detect', () => askWitness(search.nets.witness, search.image));
  return search.witness;
}

/** Shows the detector one view and fits the landmarks of what it finds. */
async function lookOnce(oneLook: Look, search: Search): Promise<void> {
  const { nets, image, clock } = search;
  const view = oneLook.view(image.base);
  const cells = await clock.time('detect', () => look(nets.detector, image, view, oneLook.minScore));
  const limit = oneLook.maxSide * longSide(image.base);
  const seeming = (c: Candidate): number => prominence(candidateBox(c), image.base);
  const promising = mergeCandidates(cells)
    .filter((c) => c.side <= limit && isWorthFitting(c, search))
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => seeming(b) - seeming(a));
  // The witness costs as much as several fits and spares most of the weak candidates theirs.
  if (promising.length > FITS_FOR_A_WITNESS) await hearWitness(search);
  for (const candidate of promising) {
    // What was fitted meanwhile may have made this one needless.
    if (!isWorthFitting(candidate, search)) continue;
    // The most prominent come first, so whatever is left out is less so.
    if (search.fitsLeft-- <= 0) return;
    const sighting = await fitCandidate(candidate, search);
    if (sighting !== null && area(sighting.box) <= maxArea(oneLook, image.base))
      search.sightings.push(sighting);
  }
}

/** Not when it shows a known face, cannot be a face at all, or cannot be the first one where only that is wanted. */
function isWorthFitting(candidate: Candidate, { image, sightings, onlyFirst, witness }: Search): boolean {
  const square = candidateBox(candidate);
  if (sightings.some((s) => isSure(s) && isSameFace(s.box, square))) return false;
  const relativeSide = candidate.side / longSide(image.base);
  const surprise = relativeSide < WELL_MEASURED ? SURPRISE.small : SURPRISE.large;
  if (onlyFirst && prominence(square, image.base) * surprise < mostProminent(sightings)) return false;
  return (
    bestPossible({
      score: candidate.score,
      relativeSide,
      presence: null,
      witness: witness?.(square) ?? null,
    }) > 0
  );
}

async function fitCandidate(candidate: Candidate, search: Search): Promise<Sighting | null> {
  const { nets, image, clock, witness, extra } = search;
  const region = { centre: candidate.centre, side: candidate.side * REGION_MARGIN, angle: candidate.angle };
  const mesh = await clock.time('landmarks', () =>
    fitFace(nets.landmarks, image, region, extra, candidate.score >= MAY_LIE),
  );
  const box = faceRectangle(mesh.vertices);
  const relativeSide = candidate.side / longSide(image.base);
  const testimony = { score: candidate.score, relativeSide, presence: mesh.presence, witness: null };
  if (bestPossible({ ...testimony, witness: witness?.(box) ?? null }) <= 0) return null;
  return { mesh, box, prominence: prominence(box, image.base), testimony, evidence: evidence(testimony) };
}
