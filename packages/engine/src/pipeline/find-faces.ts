import { candidateBox, mergeCandidates } from '../detection/merge-candidates.js';
import { look } from '../detection/look.js';
import { askWitness, type Witness } from '../detection/witness.js';
import type { Candidate } from '../detection/candidate.js';
import { area, nesting, overlap, type Box } from '../geometry/box.js';
import { prominence } from '../geometry/prominence.js';
import type { Pyramid } from '../image/pyramid.js';
import { faceRectangle, REGION_MARGIN } from '../landmarks/face-geometry.js';
import { fitFace } from '../landmarks/fit-face.js';
import type { Mesh } from '../landmarks/mesh.js';
import { bestPossible, evidence, type Testimony } from './evidence.js';
import { LOOKS } from './looks.js';
import type { Nets } from './nets.js';
import type { Clock } from './clock.js';

/** A candidate with its landmarks. Coordinates are in analysed pixels. */
export interface Sighting {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly prominence: number;
  readonly testimony: Testimony;
  /** What the detector and the landmark net say together; above 0 it is a face, whatever the witness says. */
  readonly evidence: number;
}

const SAME_FACE = 0.35;
/** More candidates than this in one look are noise, or a crowd past counting. */
const MAX_CANDIDATES = 150;
const NESTED_FACE = 0.7;
/** How much more prominent a face may turn out than its candidate seemed. */
const SURPRISE = 2.5;
/** The rectangle of a face may be this much larger than the largest candidate of its look. */
const RECTANGLE_ROOM = 1.1;

/**
 * Finds faces, the most prominent first. With `onlyFirst` the search ends as soon as the first one is certain:
 * no unsure candidate and no face that a finer look may add could be more prominent.
 */
export async function findFaces(
  nets: Nets,
  image: Pyramid,
  onlyFirst: boolean,
  clock: Clock,
): Promise<Sighting[]> {
  const { base } = image;
  const unit = Math.max(base.width, base.height) ** 2;
  const sightings: Sighting[] = [];
  const witness = onlyFirst ? null : await clock.time('detect', () => askWitness(nets.witness, image));
  for (const [step, { view, minScore, maxSide, unlessProminence }] of LOOKS.entries()) {
    if (mostProminent(sightings) >= unlessProminence * unit) continue;
    const cells = await clock.time('detect', () => look(nets.detector, image, view(base), minScore));
    const limit = maxSide * Math.sqrt(unit);
    const candidates = mergeCandidates(cells).filter((c) => c.side <= limit);
    const maxArea = (limit * RECTANGLE_ROOM) ** 2;
    await fitAll(nets, image, candidates.slice(0, MAX_CANDIDATES), {
      sightings,
      witness,
      onlyFirst,
      maxArea,
      clock,
    });
    const next = LOOKS.slice(step + 1).find((l) => mostProminent(sightings) < l.unlessProminence * unit);
    if (
      onlyFirst &&
      isSettled(sightings, next === undefined ? 0 : (next.maxSide * RECTANGLE_ROOM) ** 2 * unit)
    ) {
      return sureFaces(sightings);
    }
  }
  // What is unsure now, only the witness can tell.
  const heard = witness ?? (await clock.time('detect', () => askWitness(nets.witness, image)));
  return byProminence([...sureFaces(sightings), ...confirmedFaces(sightings, heard)]);
}

interface Search {
  readonly sightings: Sighting[];
  readonly witness: Witness | null;
  readonly onlyFirst: boolean;
  /** A face with a larger rectangle belongs to an earlier look. */
  readonly maxArea: number;
  readonly clock: Clock;
}

async function fitAll(
  nets: Nets,
  image: Pyramid,
  candidates: readonly Candidate[],
  { sightings, witness, onlyFirst, maxArea, clock }: Search,
): Promise<void> {
  const longSide = Math.max(image.base.width, image.base.height);
  for (const candidate of candidates) {
    const square = candidateBox(candidate);
    if (sightings.some((s) => s.evidence > 0 && isSameFace(s.box, square))) continue;
    if (onlyFirst && prominence(square, image.base) * SURPRISE < mostProminent(sightings)) continue;
    const { score } = candidate;
    const relativeSide = candidate.side / longSide;
    const before = { score, relativeSide, presence: null, witness: witness?.(square) ?? null };
    if (bestPossible(before) <= 0) continue;
    const region = { centre: candidate.centre, side: candidate.side * REGION_MARGIN, angle: candidate.angle };
    const mesh = await clock.time('landmarks', () => fitFace(nets.landmarks, image, region));
    const box = faceRectangle(mesh.vertices);
    const testimony = { score, relativeSide, presence: mesh.presence, witness: null };
    if (bestPossible({ ...testimony, witness: witness?.(box) ?? null }) <= 0 || area(box) > maxArea) continue;
    sightings.push({
      mesh,
      box,
      prominence: prominence(box, image.base),
      testimony,
      evidence: evidence(testimony),
    });
  }
}

const isSameFace = (a: Box, b: Box): boolean => overlap(a, b) > SAME_FACE || nesting(a, b) > NESTED_FACE;

/** The greatest prominence among the sure faces. */
const mostProminent = (sightings: readonly Sighting[]): number =>
  Math.max(0, ...sightings.filter((s) => s.evidence > 0).map((s) => s.prominence));

/** Whether the first face is certain, given how prominent a face a later look could add. */
function isSettled(sightings: readonly Sighting[], laterProminence: number): boolean {
  const sure = mostProminent(sightings);
  return sure > 0 && sure >= laterProminence && sightings.every((s) => s.evidence > 0 || s.prominence < sure);
}

/** The faces that need no witness, each once. They are the same in every search, so earlier looks have precedence. */
const sureFaces = (sightings: readonly Sighting[]): Sighting[] =>
  byProminence(
    withoutRepeats(
      sightings.filter((s) => s.evidence > 0),
      [],
    ),
  );

/** The unsure candidates that the witness confirms, the likeliest of each face. */
function confirmedFaces(sightings: readonly Sighting[], witness: Witness): Sighting[] {
  const confirmed = sightings
    .filter((s) => s.evidence <= 0)
    .map((s) => ({ ...s, evidence: evidence({ ...s.testimony, witness: witness(s.box) }) }))
    .filter((s) => s.evidence > 0)
    .sort((a, b) => b.evidence - a.evidence);
  return withoutRepeats(confirmed, sureFaces(sightings));
}

/** Those of the list that show a face which neither an earlier one of the list shows nor one of the known. */
function withoutRepeats(list: readonly Sighting[], known: readonly Sighting[]): Sighting[] {
  const kept: Sighting[] = [];
  for (const sighting of list) {
    if (![...known, ...kept].some((k) => isSameFace(k.box, sighting.box))) kept.push(sighting);
  }
  return kept;
}

const byProminence = (sightings: readonly Sighting[]): Sighting[] =>
  [...sightings].sort((a, b) => b.prominence - a.prominence);
