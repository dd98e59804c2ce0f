/** The factors of the columns that bring the rows nearest to the values. By the normal equations and Gaussian elimination; null if they have no single solution. */
export function leastSquares(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): number[] | null {
  const n = rows[0]?.length ?? 0;
  const at = (row: readonly number[] | undefined, column: number): number => row?.[column] ?? 0;
  const matrix = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (__, j) => rows.reduce((sum, row) => sum + at(row, i) * at(row, j), 0)),
    rows.reduce((sum, row, k) => sum + at(row, i) * (values[k] ?? 0), 0),
  ]);
  for (let i = 0; i < n; i++) {
    const pivot = matrix
      .slice(i)
      .reduce((best, row) => (Math.abs(at(row, i)) > Math.abs(at(best, i)) ? row : best));
    const place = matrix.indexOf(pivot);
    if (Math.abs(at(pivot, i)) < 1e-12) return null;
    [matrix[i], matrix[place]] = [pivot, matrix[i] ?? pivot];
    for (const row of matrix) {
      if (row === pivot) continue;
      const factor = at(row, i) / at(pivot, i);
      for (let j = i; j <= n; j++) row[j] = at(row, j) - factor * at(pivot, j);
    }
  }
  return matrix.map((row, i) => at(row, n) / at(row, i));
}
