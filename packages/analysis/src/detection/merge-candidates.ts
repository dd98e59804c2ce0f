import { centre, height, overlap, width, type Box } from '../geometry/box.js';

/** A possible face, in image pixels. */
export interface Candidate {
  /** As a person would draw it: from the upper forehead to the chin, without the ears. */
  readonly box: Box;
  /** The in-plane rotation of the head (radians, clockwise), from the five points. */
  readonly angle: number;
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

export const sideOf = ({ box }: Candidate): number => Math.max(width(box), height(box));

/** Cells whose boxes overlap more than this see the same face. */
const SAME_FACE = 0.5;
/**
 * A grid cell is this many times as wide as the smallest side in it. Centres of boxes that see the same face are less
 * than a third of the larger side apart, so that even among boxes half as large they lie in neighbouring cells.
 */
const GRID_SIDES = 2;
const NEIGHBOURS = [-1, 0, 1];

/**
 * One candidate per face, best first: overlapping boxes are averaged, weighted by their scores (BlazeFace,
 * Bazarevsky et al. 2019: steadier than taking the best box).
 */
export function mergeCandidates(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates
    .filter((candidate) => isProper(sideOf(candidate)))
    .sort((a, b) => b.score - a.score);
  const grid = gridOf(sorted);
  const taken = new Set<number>();
  const merged: Candidate[] = [];
  for (const [index, best] of sorted.entries()) {
    if (taken.has(index)) continue;
    taken.add(index);
    const others = nearby(grid, best).filter((other) => {
      const candidate = sorted[other];
      return candidate !== undefined && !taken.has(other) && overlap(best.box, candidate.box) > SAME_FACE;
    });
    for (const other of others) taken.add(other);
    // The most confident first, so that sums are the same however the grid is made.
    const group = others.sort((a, b) => a - b).flatMap((other) => sorted[other] ?? []);
    merged.push(average(best, [best, ...group]));
  }
  return merged;
}

const isProper = (side: number): boolean => side > 0 && Number.isFinite(side);

function average(best: Candidate, group: readonly Candidate[]): Candidate {
  const total = group.reduce((sum, { score }) => sum + score, 0);
  const mean = (value: (candidate: Candidate) => number): number =>
    group.reduce((sum, candidate) => sum + candidate.score * value(candidate), 0) / total;
  const box: Box = {
    x1: mean((c) => c.box.x1),
    y1: mean((c) => c.box.y1),
    x2: mean((c) => c.box.x2),
    y2: mean((c) => c.box.y2),
  };
  const angle = Math.atan2(
    mean((c) => Math.sin(c.angle)),
    mean((c) => Math.cos(c.angle)),
  );
  return { box, angle, score: best.score };
}

/**
 * Candidates by size (a power of two) and place, so that each is compared with its neighbours only: a plain surface can
 * make every cell a candidate, and comparing all with all would take seconds.
 */
type Grid = ReadonlyMap<string, readonly number[]>;

function gridOf(candidates: readonly Candidate[]): Grid {
  const grid = new Map<string, number[]>();
  for (const [index, candidate] of candidates.entries()) {
    const { level, column, row } = placeOf(candidate, 0);
    const key = `${level} ${column} ${row}`;
    const cell = grid.get(key);
    if (cell === undefined) grid.set(key, [index]);
    else cell.push(index);
  }
  return grid;
}

/** The indices of all candidates that could overlap this one. */
function nearby(grid: Grid, candidate: Candidate): number[] {
  return NEIGHBOURS.flatMap((larger) => {
    const { level, column, row } = placeOf(candidate, larger);
    return NEIGHBOURS.flatMap((right) =>
      NEIGHBOURS.flatMap((down) => grid.get(`${level} ${column + right} ${row + down}`) ?? []),
    );
  });
}

/** Boxes that overlap by more than a half differ by less than a factor of two in their longer sides. */
function placeOf(
  candidate: Candidate,
  larger: number,
): { readonly level: number; readonly column: number; readonly row: number } {
  const level = Math.floor(Math.log2(sideOf(candidate))) + larger;
  const cellSide = GRID_SIDES * 2 ** level;
  const { x, y } = centre(candidate.box);
  return { level, column: Math.floor(x / cellSide), row: Math.floor(y / cellSide) };
}
