/**
 * Returns the result of an analysis if all its numbers are finite, and throws otherwise: JSON has no such numbers, so that
 * they would leave the service as nulls.
 */
export function requireFinite<Result>(result: Result): Result {
  const path = pathOfNonFinite(result);
  if (path !== null) throw new Error(`A result of the analysis is not a finite number: ${path.join('.')}.`);
  return result;
}

/** The keys that lead to the first number that is not finite; null if there is none. */
function pathOfNonFinite(value: unknown): string[] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const path = pathOfNonFinite(each);
    if (path !== null) return [key, ...path];
  }
  return null;
}
