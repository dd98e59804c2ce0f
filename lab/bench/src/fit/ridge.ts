export interface Sample {
  readonly features: readonly number[];
  readonly value: number;
}

/** Least squares with a penalty on every weight but the first (the constant). */
export function solveRidge(samples: readonly Sample[], penalty: number): number[] {
  const size = samples[0]?.features.length ?? 0;
  const rows = Array.from({ length: size }, (_, j) => {
    const products = Array.from({ length: size }, (_unused, k) =>
      samples.reduce((sum, { features }) => sum + (features[j] ?? 0) * (features[k] ?? 0), 0),
    );
    products[j] = (products[j] ?? 0) + (j > 0 ? penalty : 0);
    const right = samples.reduce((sum, { features, value }) => sum + (features[j] ?? 0) * value, 0);
    return [...products, right];
  });
  return eliminate(rows);
}

/** Gauss–Jordan elimination with pivoting on rows [A | b]. */
function eliminate(rows: number[][]): number[] {
  const at = (r: number, c: number): number => rows[r]?.[c] ?? 0;
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(at(r, i)) > Math.abs(at(pivot, i))) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot] ?? [], rows[i] ?? []];
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = at(r, i) / at(i, i);
      rows[r] = (rows[r] ?? []).map((value, c) => value - factor * at(i, c));
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
