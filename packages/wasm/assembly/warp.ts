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
    const isOnPixels = du == ONE && dv == 0 && isInteger(u) && isInteger(v);
    let column = 0;
    while (column < columns) {
      if (
        column + 4 <= columns &&
        isInside(u, lastX) &&
        isInside(v, lastY) &&
        isInside(u + 3 * du, lastX) &&
        isInside(v + 3 * dv, lastY)
      ) {
        if (isOnPixels) copyFour(out, plane, pixelAt(image, stride, u, v));
        else
          storeFour(
            out,
            plane,
            colourBetween(image, stride, u, v),
            colourBetween(image, stride, u + du, v + dv),
            colourBetween(image, stride, u + 2 * du, v + 2 * dv),
            colourBetween(image, stride, u + 3 * du, v + 3 * dv),
          );
        column += 4;
        out += 16;
        u += 4 * du;
        v += 4 * dv;
        continue;
      }
      if (isFarOutside(u, lastX) || isFarOutside(v, lastY)) {
        f32.store(out, fill);
        f32.store(out + plane, fill);
        f32.store(out + 2 * plane, fill);
      } else {
        const colour = colourBetween(image, stride, clamp(u, lastX), clamp(v, lastY));
        v128.store_lane<f32>(out, colour, 0);
        v128.store_lane<f32>(out + plane, colour, 1);
        v128.store_lane<f32>(out + 2 * plane, colour, 2);
      }
      column++;
      out += 4;
      u += du;
      v += dv;
    }
  }
}

/** Writes four neighbouring pixels into the planes: what interpolation gives where every sample lies on a pixel. */
function copyFour(out: usize, plane: usize, pixel: usize): void {
  const bytes = v128.load(pixel);
  const zero = i8x16.splat(0);
  const red = i8x16.shuffle(bytes, zero, 0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16);
  const green = i8x16.shuffle(bytes, zero, 1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16);
  const blue = i8x16.shuffle(bytes, zero, 2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16);
  v128.store(out, f32x4.convert_i32x4_s(red));
  v128.store(out + plane, f32x4.convert_i32x4_s(green));
  v128.store(out + 2 * plane, f32x4.convert_i32x4_s(blue));
}

/** Writes the colours of four neighbouring samples into the planes. */
function storeFour(out: usize, plane: usize, first: v128, second: v128, third: v128, fourth: v128): void {
  const left = v128.shuffle<f32>(first, second, 0, 4, 1, 5);
  const right = v128.shuffle<f32>(third, fourth, 0, 4, 1, 5);
  const blueLeft = v128.shuffle<f32>(first, second, 2, 6, 2, 6);
  const blueRight = v128.shuffle<f32>(third, fourth, 2, 6, 2, 6);
  v128.store(out, v128.shuffle<f32>(left, right, 0, 1, 4, 5));
  v128.store(out + plane, v128.shuffle<f32>(left, right, 2, 3, 6, 7));
  v128.store(out + 2 * plane, v128.shuffle<f32>(blueLeft, blueRight, 0, 1, 4, 5));
}

function fixedPoint(position: f64): i64 {
  return <i64>(position * <f64>ONE);
}

/** By more than half a pixel. As unsigned numbers, positions before the first pixel are larger than any after the last. */
function isFarOutside(position: i64, last: i64): bool {
  return <u64>(position + ONE / 2) > <u64>(last + ONE);
}

/** Four samples lie on a line, so if the first and the last are inside, all are. */
function isInside(position: i64, last: i64): bool {
  return <u64>position <= <u64>last;
}

/** Whether a position is exactly that of a pixel. */
function isInteger(position: i64): bool {
  return (position & (ONE - 1)) == 0;
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

/** The address of the pixel at a position, or left of it and above. */
function pixelAt(image: usize, stride: i32, x: i64, y: i64): usize {
  return image + stride * <i32>(y >> FRACTION_BITS) + 3 * <i32>(x >> FRACTION_BITS);
}

/** The colour at a position inside the image, from the four pixels around it. */
function colourBetween(image: usize, stride: i32, x: i64, y: i64): v128 {
  const pixel = pixelAt(image, stride, x, y);
  const across = f32x4.splat(weightOf(x));
  const above = betweenPixels(pixel, across);
  const below = betweenPixels(pixel + stride, across);
  return mix(above, below, f32x4.splat(weightOf(y)));
}

/** The colour between the pixel at an address and the one to its right. */
function betweenPixels(pixel: usize, share: v128): v128 {
  return mix(colourAt(pixel), colourAt(pixel + 3), share);
}

/** Red, green and blue as floats, and a fourth number that is not used. */
function colourAt(pixel: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(v128.load_ext<u8>(pixel)));
}
