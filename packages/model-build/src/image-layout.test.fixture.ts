/** Pixels as sharp gives them (rows of RGB) to the planes that our models take. */
export function toPlanes(pixels: Uint8Array, width: number, height: number): Float32Array {
  const planes = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    for (let c = 0; c < 3; c += 1) planes[c * width * height + i] = pixels[3 * i + c] ?? 0;
  }
  return planes;
}

/** The largest difference between two lists of numbers; lists of unequal length are infinitely different. */
export function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length || a.length === 0) return Infinity;
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (b[i] ?? NaN))), 0);
}
