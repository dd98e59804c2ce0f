/** The crop seen in a mirror: the planes of a square crop with each row reversed. */
export function mirrorCrop(planes: Float32Array, side: number): Float32Array {
  const mirrored = planes.slice();
  for (let start = 0; start < mirrored.length; start += side)
    mirrored.subarray(start, start + side).reverse();
  return mirrored;
}
