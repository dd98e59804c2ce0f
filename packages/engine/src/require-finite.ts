/**
 * Returns the result of an analysis if all its numbers are finite, and throws otherwise: JSON has no such numbers, so that
 * they would leave the service as nulls.
 */
export function requireFinite<Result>(result: Result): Result {
  const place = placeOfOdd(result);
  if (place !== null) throw new Error(`A result of the analysis is not a finite number: ${place}.`);
  return result;
}

function placeOfOdd(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'here';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const place = placeOfOdd(each);
    if (place !== null) return `${key}${place === 'here' ? '' : `.${place}`}`;
  }
  return null;
}
