/** Positions are fixed-point numbers with 32 fractional bits: the integer part is an index, the fraction a weight. */
const FRACTION_BITS: i64 = 32;
const ONE: i64 = 1 << FRACTION_BITS;
/** As many bits of the fraction as a 32-bit float can represent. */
const WEIGHT_BITS: i32 = 24;

/**
 * Bilinear samples of an RGB image into three planes of float32. `a` and `b` step from sample to sample, (u0, v0) is the
 * position of the first one in pixel indices. A sample outside the image becomes `fill`.
 * Reads up to one row and eight bytes beyond the image, with weight 0.
 */
export function warp(
  image: usize,
  width: i32,
  height: i32,
  out: usize,
  columns: i32,
  rows: i32,
  a: f64,
  b: f64,
  u0: f64,
  v0: f64,
  fill: f32,
): void {
  const plane = 4 * columns * rows;
  const stride = 3 * width;
  const du = fixedPoint(a);
  const dv = fixedPoint(b);
  const lastX = (<i64>(width - 1)) << FRACTION_BITS;
  const lastY = (<i64>(height - 1)) << FRACTION_BITS;
  for (let row = 0; row < rows; row++) {
    let u = fixedPoint(u0 - b * row);
    let v = fixedPoint(v0 + a * row);
    for (let column = 0; column < columns; column++) {
      if (isFarOutside(u, lastX) || isFarOutside(v, lastY)) {
        f32.store(out, fill);
        f32.store(out + plane, fill);
        f32.store(out + 2 * plane, fill);
      } else {
        const x = clamp(u, lastX);
        const y = clamp(v, lastY);
        const pixel = image + stride * <i32>(y >> FRACTION_BITS) + 3 * <i32>(x >> FRACTION_BITS);
        const across = f32x4.splat(weightOf(x));
        const above = betweenPixels(pixel, across);
        const below = betweenPixels(pixel + stride, across);
        const colour = mix(above, below, f32x4.splat(weightOf(y)));
        v128.store_lane<f32>(out, colour, 0);
        v128.store_lane<f32>(out + plane, colour, 1);
        v128.store_lane<f32>(out + 2 * plane, colour, 2);
      }
      out += 4;
      u += du;
      v += dv;
    }
  }
}

function fixedPoint(position: f64): i64 {
  return <i64>(position * <f64>ONE);
}

/** By more than half a pixel. As unsigned numbers, positions before the first pixel are larger than any after the last. */
function isFarOutside(position: i64, last: i64): bool {
  return <u64>(position + ONE / 2) > <u64>(last + ONE);
}

function clamp(position: i64, last: i64): i64 {
  return max<i64>(0, min<i64>(position, last));
}

/** The fraction of a position, 0 to 1. */
function weightOf(position: i64): f32 {
  return <f32>(<i32>((<u32>position) >> (<i32>FRACTION_BITS - WEIGHT_BITS))) / <f32>(1 << WEIGHT_BITS);
}

function mix(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share));
}

/** The colour between the pixel at an address and the one to its right. */
function betweenPixels(pixel: usize, share: v128): v128 {
  return mix(colourAt(pixel), colourAt(pixel + 3), share);
}

/** Red, green and blue as floats, and a fourth number that is not used. */
function colourAt(pixel: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(v128.load_ext<u8>(pixel)));
}
