import { DIMENSIONS } from './synthetic-vectors.js';

export interface NaiveHit {
  readonly index: number;
  readonly distance: number;
}

/** The search as everyone writes it first: every vector of one flat array, in double precision. */
export function searchNaively(flat: Float32Array, count: number, query: Float32Array, k: number): NaiveHit[] {
  const best: NaiveHit[] = [];
  let worst = Infinity;
  for (let index = 0; index < count; index++) {
    let squares = 0;
    const start = index * DIMENSIONS;
    for (let i = 0; i < DIMENSIONS; i++) {
      const difference = Number(query[i]) - Number(flat[start + i]);
      squares += difference * difference;
    }
    if (squares >= worst) continue;
    best.push({ index, distance: Math.sqrt(squares) });
    best.sort((a, b) => a.distance - b.distance);
    if (best.length > k) best.pop();
    if (best.length === k) worst = (best[k - 1]?.distance ?? Infinity) ** 2;
  }
  return best;
}
