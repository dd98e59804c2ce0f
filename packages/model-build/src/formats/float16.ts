/** IEEE half-precision numbers, as stored in weight files, to single precision. */
export function float16ToFloat32(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result = new Float32Array(bytes.byteLength >> 1);
  for (let i = 0; i < result.length; i += 1) result[i] = decodeHalf(view.getUint16(2 * i, true));
  return result;
}

function decodeHalf(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The bits of the half-precision number nearest to each value; of two equally near ones, the even one. */
export function float32ToFloat16(values: Float32Array): Uint16Array {
  return Uint16Array.from(values, encodeHalf);
}

const LARGEST_HALF = 65_504;
const SMALLEST_NORMAL_EXPONENT = -14;
const FRACTION_BITS = 10;

function encodeHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.min(Math.abs(value), LARGEST_HALF);
  if (size === 0) return sign;
  const nearby = Math.floor(Math.log2(size));
  // The logarithm of a number just below a power of two is rounded up to it.
  const exponent = Math.max(2 ** nearby > size ? nearby - 1 : nearby, SMALLEST_NORMAL_EXPONENT);
  // In units of the last place. A carry into the next exponent is right without further ado.
  const units = roundToEven(size / 2 ** (exponent - FRACTION_BITS));
  return sign + ((exponent - SMALLEST_NORMAL_EXPONENT) << FRACTION_BITS) + units;
}

function roundToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}
