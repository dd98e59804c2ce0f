import { DIMENSIONS } from './synthetic-vectors.js';

export interface NaiveHit {
  readonly template: number;
  readonly distance: number;
}

/** The search as everyone writes it first: every template of one flat array, in double precision. */
export function searchNaively(flat: Float32Array, count: number, query: Float32Array, k: number): NaiveHit[] {
  const best: NaiveHit[] = [];
  let worst = Infinity;
  for (let template = 0; template < count; template++) {
    let squares = 0;
    const start = template * DIMENSIONS;
    for (let i = 0; i < DIMENSIONS; i++) {
      const difference = Number(query[i]) - Number(flat[start + i]);
      squares += difference * difference;
    }
    if (squares >= worst) continue;
    best.push({ template, distance: Math.sqrt(squares) });
    best.sort((a, b) => a.distance - b.distance);
    if (best.length > k) best.pop();
    if (best.length === k) worst = (best[k - 1]?.distance ?? Infinity) ** 2;
  }
  return best;
}
