import type { Vector } from '../api/read-answers.js';

export interface StripCell {
  readonly index: number;
  readonly value: number;
  readonly sign: 'positive' | 'negative';
  /** 0 to 1: how strongly the cell is coloured. */
  readonly strength: number;
}

/** The numbers as cells, coloured in relation to the strongest of them. */
export function stripCells(vector: Vector): StripCell[] {
  const strongest = Math.max(...vector.map(Math.abs), Number.MIN_VALUE);
  return vector.map((value, index) => ({
    index,
    value,
    sign: value < 0 ? 'negative' : 'positive',
    strength: Math.abs(value) / strongest,
  }));
}

/** What the strip shows, for those who do not see it. */
export function vectorSummary(vector: Vector): string {
  const length = Math.hypot(...vector);
  const low = Math.min(...vector);
  const high = Math.max(...vector);
  const positive = vector.filter((value) => value >= 0).length;
  return `${vector.length} numbers from ${low.toFixed(3)} to ${high.toFixed(3)}; ${positive} are positive, ${vector.length - positive} negative; length ${length.toFixed(3)}.`;
}
