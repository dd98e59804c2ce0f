import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centre, overlap } from '../geometry/box.js';
import { mergeCandidates, sideOf, type Candidate } from './merge-candidates.js';

const at = (x: number, y: number, side: number, score: number, angle = 0): Candidate => ({
  box: { x1: x - side / 2, y1: y - side / 2, x2: x + side / 2, y2: y + side / 2 },
  angle,
  score,
});

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const candidateOf = (side: fc.Arbitrary<number>): fc.Arbitrary<Candidate> =>
  fc
    .tuple(number(0, 300), number(0, 300), side, number(0.05, 0.99), number(-3, 3))
    .map((values) => at(...values));
const candidate = candidateOf(number(10, 100));
const isProper = (cell: Candidate): boolean => sideOf(cell) > 0 && Number.isFinite(sideOf(cell));

/** Compares all with all, which is slow and plain: the groups that must come out. */
function plainGroups(cells: readonly Candidate[]): Candidate[][] {
  let rest = cells.filter(isProper).toSorted((a, b) => b.score - a.score);
  const groups: Candidate[][] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const { box } = best;
    const [seed, ...others] = rest;
    const mine = others.filter((other) => overlap(box, other.box) > 0.5);
    groups.push([seed ?? best, ...mine]);
    rest = others.filter((other) => !mine.includes(other));
  }
  return groups;
}

describe('mergeCandidates', () => {
  it('makes the groups that comparing all with all makes, for sides of every size', () => {
    const odd = fc.constantFrom(0, -5, NaN, Infinity, 1e-300);
    const side = fc.oneof({ weight: 20, arbitrary: fc.double({ min: 0.3, max: 400, noNaN: true }) }, odd);
    fc.assert(
      fc.property(fc.array(fc.oneof(candidateOf(side), candidate), { maxLength: 120 }), (cells) => {
        const groups = plainGroups(cells);
        const merged = mergeCandidates(cells);
        expect(merged.map(({ score }) => score)).toEqual(groups.map(([best]) => best?.score));
        for (const [n, { box }] of merged.entries()) {
          const group = groups[n] ?? [];
          const weight = group.reduce((sum, { score }) => sum + score, 0);
          const x = group.reduce((sum, cell) => sum + cell.score * centre(cell.box).x, 0) / weight;
          expect(centre(box).x).toBeCloseTo(x, 6);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('averages neighbours, weighed by their scores, and keeps the best score', () => {
    const [face, ...others] = mergeCandidates([at(100, 100, 40, 0.6), at(104, 100, 44, 0.2)]);
    expect(others).toEqual([]);
    expect(face?.box.x1).toBeCloseTo(80.5, 9);
    expect(face?.box.x2).toBeCloseTo(121.5, 9);
    expect(face?.score).toBe(0.6);
  });

  it('keeps faces apart that do not overlap, the best first', () => {
    const weak = at(50, 50, 40, 0.3);
    const strong = at(200, 50, 40, 0.9);
    expect(mergeCandidates([weak, strong]).map((c) => c.score)).toEqual([0.9, 0.3]);
  });

  it('averages angles across the turn at 180 degrees', () => {
    const [face] = mergeCandidates([at(0, 0, 10, 0.5, 3.1), at(0, 0, 10, 0.5, -3.1)]);
    expect(Math.abs(face?.angle ?? 0)).toBeCloseTo(Math.PI, 6);
  });

  it('does not change what it was given', () => {
    const cells = [at(1, 1, 5, 0.1), at(90, 90, 5, 0.7)];
    const copy = structuredClone(cells);
    mergeCandidates(cells);
    expect(cells).toEqual(copy);
  });

  it('gives nothing for nothing', () => {
    expect(mergeCandidates([])).toEqual([]);
  });

  it('leaves one alone as it is', () => {
    fc.assert(
      fc.property(candidate, (cell) => {
        const [face, ...others] = mergeCandidates([cell]);
        expect(others).toEqual([]);
        expect(face?.box.x1).toBeCloseTo(cell.box.x1, 9);
        expect(face?.box.y2).toBeCloseTo(cell.box.y2, 9);
        expect(face?.angle).toBeCloseTo(cell.angle, 9);
        expect(face?.score).toBe(cell.score);
      }),
    );
  });

  it('accounts for every cell, in falling order of scores, whatever the order they come in', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 30 }), (cells) => {
        const faces = mergeCandidates(cells);
        const scores = faces.map((c) => c.score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        // The seed of each group is one of the cells, and each cell overlaps some seed that is no weaker.
        const seeds = cells.filter((cell) => scores.includes(cell.score));
        for (const cell of cells) {
          const covered = seeds.some(
            (seed) => seed === cell || (seed.score >= cell.score && overlap(seed.box, cell.box) > 0.5),
          );
          expect(covered).toBe(true);
        }
      }),
    );
  });
});
