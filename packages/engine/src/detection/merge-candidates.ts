import { boxAround, type Box } from '../geometry/box.js';
import type { Candidate } from './candidate.js';
import { NearCells } from './near-cells.js';

/** Neighbouring cells that see the same face overlap at least this much. */
const SAME_FACE = 0.35;

export const candidateBox = (c: Candidate): Box => boxAround(c.centre, c.side, c.side);

/**
 * One candidate per face: neighbouring cells that see the same face are averaged, weighed by their scores
 * (BlazeFace, Bazarevsky et al. 2019: steadier than taking the best cell). Best first.
 */
export function mergeCandidates(cells: readonly Candidate[]): Candidate[] {
  const sorted = cells
    .map((cell) => ({ cell, box: candidateBox(cell) }))
    .sort((a, b) => b.cell.score - a.cell.score);
  const near = new NearCells(sorted);
  const merged: Candidate[] = [];
  for (const [n, best] of sorted.entries()) {
    if (near.isTaken(n)) continue;
    const group = near.takeWithOverlapping(n, SAME_FACE);
    merged.push(
      average(
        best.cell,
        group.map(({ cell }) => cell),
      ),
    );
  }
  return merged;
}

function average(best: Candidate, group: readonly Candidate[]): Candidate {
  let weight = 0;
  let x = 0;
  let y = 0;
  let side = 0;
  let cos = 0;
  let sin = 0;
  for (const cell of group) {
    weight += cell.score;
    x += cell.score * cell.centre.x;
    y += cell.score * cell.centre.y;
    side += cell.score * cell.side;
    cos += cell.score * Math.cos(cell.angle);
    sin += cell.score * Math.sin(cell.angle);
  }
  return {
    centre: { x: x / weight, y: y / weight },
    side: side / weight,
    angle: Math.atan2(sin, cos),
    score: best.score,
  };
}
