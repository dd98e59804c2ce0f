/**
 * TensorFlow's SAME padding of one axis as two fixed numbers; what is odd goes to the end.
 * For an input size that is a multiple of the stride the result does not depend on the size.
 */
export function samePadding(size: number, kernel: number, stride: number): readonly [number, number] {
  const total = Math.max((Math.ceil(size / stride) - 1) * stride + kernel - size, 0);
  const before = Math.floor(total / 2);
  return [before, total - before];
}
