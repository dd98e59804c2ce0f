import type { Witness } from '../detection/witness.js';
import { nesting, overlap, type Box } from '../geometry/box.js';
import type { Mesh } from '../landmarks/mesh.js';
import { evidence, type Testimony } from './evidence.js';

/** A candidate with its landmarks. Coordinates are in analysed pixels. */
export interface Sighting {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly prominence: number;
  readonly testimony: Testimony;
  /** What the nets say together; above 0 it is a face. Before the witness is heard: a face whatever it says. */
  readonly evidence: number;
}

const SAME_FACE = 0.35;
const NESTED_FACE = 0.7;

export const isSameFace = (a: Box, b: Box): boolean =>
  overlap(a, b) > SAME_FACE || nesting(a, b) > NESTED_FACE;

export const isSure = (sighting: Sighting): boolean => sighting.evidence > 0;

/** The greatest prominence among the sure faces, 0 where there is none. */
export const mostProminent = (sightings: readonly Sighting[]): number =>
  Math.max(0, ...sightings.filter(isSure).map((s) => s.prominence));

/** The faces that need no witness, each once. They are the same in every search, so earlier looks have precedence. */
export const sureFaces = (sightings: readonly Sighting[]): Sighting[] =>
  byProminence(withoutRepeats(sightings.filter(isSure), []));

/** All faces, now that the witness has been heard: the sure ones, and the likeliest sighting of each that it confirms. */
export function allFaces(sightings: readonly Sighting[], witness: Witness): Sighting[] {
  const sure = sureFaces(sightings);
  const confirmed = sightings
    .filter((s) => !isSure(s))
    .map((s) => ({ ...s, evidence: evidence({ ...s.testimony, witness: witness(s.box) }) }))
    .filter(isSure)
    .sort((a, b) => b.evidence - a.evidence);
  return byProminence([...sure, ...withoutRepeats(confirmed, sure)]);
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
