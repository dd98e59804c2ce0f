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
  const xSteps = i32x4.mul(i32x4.splat(<i32>du), i32x4(0, 1, 2, 3));
  const ySteps = i32x4.mul(i32x4.splat(<i32>dv), i32x4(0, 1, 2, 3));
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
        else {
          sampleFour(
            out,
            plane,
            stride,
            pixelAt(image, stride, u, v),
            pixelAt(image, stride, u + du, v + dv),
            pixelAt(image, stride, u + 2 * du, v + 2 * dv),
            pixelAt(image, stride, u + 3 * du, v + 3 * dv),
            weightsOf(u, xSteps),
            weightsOf(v, ySteps),
          );
        }
        column += 4;
        out += 16;
        u += 4 * du;
        v += 4 * dv;
        continue;
      }
      if (column + 4 <= columns && (areBeyond(u, u + 3 * du, lastX) || areBeyond(v, v + 3 * dv, lastY))) {
        const filled = f32x4.splat(fill);
        v128.store(out, filled);
        v128.store(out + plane, filled);
        v128.store(out + 2 * plane, filled);
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

/** Writes the colours of four samples into the planes: between a pixel, its neighbour to the right, and those below. */
function sampleFour(
  out: usize,
  plane: usize,
  stride: i32,
  first: usize,
  second: usize,
  third: usize,
  fourth: usize,
  across: v128,
  down: v128,
): void {
  const above01 = twoPixelsAt(first, second);
  const above23 = twoPixelsAt(third, fourth);
  const below01 = twoPixelsAt(first + stride, second + stride);
  const below23 = twoPixelsAt(third + stride, fourth + stride);
  const left = v128.shuffle<i32>(above01, above23, 0, 2, 4, 6);
  const right = toTheRight(above01, above23);
  const lowerLeft = v128.shuffle<i32>(below01, below23, 0, 2, 4, 6);
  const lowerRight = toTheRight(below01, below23);
  v128.store(out, between(left, right, lowerLeft, lowerRight, 0, across, down));
  v128.store(out + plane, between(left, right, lowerLeft, lowerRight, 8, across, down));
  v128.store(out + 2 * plane, between(left, right, lowerLeft, lowerRight, 16, across, down));
}

/** For each of two samples, eight bytes that begin with the pixel at its address and the one to its right. */
function twoPixelsAt(one: usize, other: usize): v128 {
  return v128.load64_lane(other, v128.load64_zero(one), 1);
}

/** The pixels to the right of the first ones, in the lower three bytes of each lane. */
function toTheRight(pixels01: v128, pixels23: v128): v128 {
  return v128.shuffle<i32>(i64x2.shr_u(pixels01, 24), i64x2.shr_u(pixels23, 24), 0, 2, 4, 6);
}

/** One colour of four samples, each between four pixels; `shift` is where the colour lies in them. */
function between(
  left: v128,
  right: v128,
  lowerLeft: v128,
  lowerRight: v128,
  shift: i32,
  across: v128,
  down: v128,
): v128 {
  const above = mix(byteOf(left, shift), byteOf(right, shift), across);
  const below = mix(byteOf(lowerLeft, shift), byteOf(lowerRight, shift), across);
  return mix(above, below, down);
}

function byteOf(pixels: v128, shift: i32): v128 {
  return f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255)));
}

/** The fractions of four positions, 0 to 1; `steps` are the fractions of how far each lies from the first. */
function weightsOf(first: i64, steps: v128): v128 {
  const fractions = i32x4.add(i32x4.splat(<i32>first), steps);
  const bits = i32x4.shr_u(fractions, <i32>FRACTION_BITS - WEIGHT_BITS);
  return f32x4.mul(f32x4.convert_i32x4_s(bits), f32x4.splat(1 / <f32>(1 << WEIGHT_BITS)));
}

function fixedPoint(position: f64): i64 {
  return <i64>(position * <f64>ONE);
}

/** By more than half a pixel. As unsigned numbers, positions before the first pixel are larger than any after the last. */
function isFarOutside(position: i64, last: i64): bool {
  return <u64>(position + ONE / 2) > <u64>(last + ONE);
}

/** Whether all samples between two are far outside, on one side of the image. */
function areBeyond(one: i64, other: i64, last: i64): bool {
  return max<i64>(one, other) < -ONE / 2 || min<i64>(one, other) > last + ONE / 2;
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
