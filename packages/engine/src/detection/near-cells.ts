import { overlap, type Box } from '../geometry/box.js';
import type { Candidate } from './candidate.js';

export interface BoxedCell {
  readonly cell: Candidate;
  readonly box: Box;
}

/** A drawer is this many times as wide as the smallest side in it, so that whatever overlaps lies next door at most. */
const DRAWER_SIDES = 4;
const NEXT_DOOR = [-1, 0, 1];

/**
 * The cells by size (a power of two) and place, so that each is compared with its neighbours only: a plain surface can
 * make every cell a candidate, and then comparing all with all takes seconds.
 */
export class NearCells {
  readonly #cells: readonly BoxedCell[];
  readonly #drawers = new Map<string, number[]>();
  readonly #taken: Uint8Array;

  constructor(cells: readonly BoxedCell[]) {
    this.#cells = cells;
    this.#taken = new Uint8Array(cells.length);
    for (const [n, { cell }] of cells.entries()) {
      // A square without a proper side overlaps nothing.
      if (!isProper(cell.side)) continue;
      const [size, column, row] = placeOf(cell.centre, sizeOf(cell.side));
      const key = keyOf(size, column, row);
      const drawer = this.#drawers.get(key);
      if (drawer === undefined) this.#drawers.set(key, [n]);
      else drawer.push(n);
    }
  }

  isTaken(n: number): boolean {
    return this.#taken[n] === 1;
  }

  /** Takes the cell and those that overlap it by more than the share, which must be above a quarter; last ones first. */
  takeWithOverlapping(n: number, share: number): BoxedCell[] {
    const best = this.#cells[n];
    if (best === undefined) return [];
    this.#taken[n] = 1;
    const group = this.#around(best)
      .filter((other) => {
        const cell = this.#cells[other];
        return cell !== undefined && !this.isTaken(other) && !(overlap(best.box, cell.box) <= share);
      })
      // Sums of fractions depend on their order.
      .sort((a, b) => b - a);
    for (const other of group) this.#taken[other] = 1;
    return [n, ...group].map((each) => this.#cells[each]).filter((cell) => cell !== undefined);
  }

  #around({ cell }: BoxedCell): number[] {
    if (!isProper(cell.side)) return [];
    const found: number[] = [];
    for (const larger of NEXT_DOOR) {
      const [size, column, row] = placeOf(cell.centre, sizeOf(cell.side) + larger);
      for (const right of NEXT_DOOR)
        for (const down of NEXT_DOOR) found.push(...this.#open(keyOf(size, column + right, row + down)));
    }
    return found;
  }

  /** What is still in a drawer; what was taken is thrown out on the way. */
  #open(key: string): readonly number[] {
    const left = this.#drawers.get(key)?.filter((n) => !this.isTaken(n)) ?? [];
    if (left.length > 0) this.#drawers.set(key, left);
    else this.#drawers.delete(key);
    return left;
  }
}

const isProper = (side: number): boolean => side > 0 && Number.isFinite(side);
const sizeOf = (side: number): number => Math.floor(Math.log2(side));
const keyOf = (size: number, column: number, row: number): string => `${size} ${column} ${row}`;

function placeOf(
  { x, y }: { readonly x: number; readonly y: number },
  size: number,
): [number, number, number] {
  const width = DRAWER_SIDES * 2 ** size;
  return [size, Math.floor(x / width), Math.floor(y / width)];
}
