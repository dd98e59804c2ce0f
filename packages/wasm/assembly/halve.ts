/** In bytes of RGB. */
const FOUR_PIXELS: usize = 12;
const EIGHT_PIXELS: usize = 24;

/**
 * Each pixel of `to` is the rounded mean of 2×2 pixels of `from`, whose rows are `stride` bytes apart; width and height
 * are those of the result. Works on four pixels at a time: up to fifteen bytes after each row are overwritten, which
 * belong to the next row or are left free for this.
 */
export function halve(from: usize, stride: usize, to: usize, width: i32, height: i32): void {
  for (let y = 0; y < height; y++) {
    let source = from;
    let target = to;
    for (let x = 0; x < width; x += 4) {
      const below = source + stride;
      const left = meansOfFour(firstPairs(v128.load(source)), firstPairs(v128.load(below)));
      const right = meansOfFour(secondPairs(v128.load(source, 8)), secondPairs(v128.load(below, 8)));
      v128.store(target, withoutGaps(i8x16.narrow_i16x8_u(left, right)));
      source += EIGHT_PIXELS;
      target += FOUR_PIXELS;
    }
    from += 2 * stride;
    to += 3 * width;
  }
}

/** Puts each colour beside the same colour of the pixel to the right, for two pairs of pixels, and adds the two. */
function firstPairs(pixels: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(
    i8x16.shuffle(pixels, i8x16.splat(0), 0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, 0, 0, 0, 0),
  );
}

/** The same for the next two pairs, in a vector that was loaded eight bytes further on. */
function secondPairs(pixels: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(
    i8x16.shuffle(pixels, i8x16.splat(0), 4, 7, 5, 8, 6, 9, 10, 13, 11, 14, 12, 15, 0, 0, 0, 0),
  );
}

function meansOfFour(above: v128, below: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.add(above, below), i16x8.splat(2)), 2);
}

/** Six numbers of each half, without the two unused ones in between. */
function withoutGaps(halves: v128): v128 {
  return i8x16.shuffle(halves, i8x16.splat(0), 0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 0, 0, 0, 0);
}
