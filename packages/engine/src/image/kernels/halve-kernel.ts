import { FunctionBuilder, i16x8, i32, i8x16, v128, whileTrue, type Code } from '@facet/wasm';

/** Bytes of so many pixels of RGB. */
const FOUR_PIXELS = 12;
const EIGHT_PIXELS = 24;
/** The second load of a row starts here, so that both together hold eight pixels. */
const SECOND_LOAD = 8;

/** Each colour beside the same colour of the pixel to the right, for two pairs of pixels. */
const PAIRS_OF_FIRST_LOAD = [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11];
const PAIRS_OF_SECOND_LOAD = PAIRS_OF_FIRST_LOAD.map((byte) => byte + FOUR_PIXELS - SECOND_LOAD);
/** Six numbers of each half, without the two unused ones between. */
const BOTH_HALVES = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13];

/**
 * halve(from, stride, to, width, height): each pixel of `to` is the rounded mean of 2×2 pixels of `from`, whose rows
 * are `stride` bytes apart; width and height are those of the result. Four pixels at a time: up to fifteen bytes after
 * each row are overwritten, which are the next row's or left free for this.
 */
export function halveKernel(): FunctionBuilder {
  const f = new FunctionBuilder('halve');
  const from = f.parameter('i32');
  const stride = f.parameter('i32');
  const to = f.parameter('i32');
  const width = f.parameter('i32');
  const height = f.parameter('i32');
  const x = f.variable('i32');
  const source = f.variable('i32');
  const target = f.variable('i32');
  const below = i32.add(source.get, stride.get);

  const sumOfPairs = (address: Code, offset: number, pairs: readonly number[]): Code =>
    i16x8.extadd_pairwise_i8x16_u(i8x16.shuffle(v128.load(address, offset), v128.zero, pairs));
  const means = (offset: number, pairs: readonly number[]): Code =>
    i16x8.shr_u(
      i16x8.add(
        i16x8.add(sumOfPairs(source.get, offset, pairs), sumOfPairs(below, offset, pairs)),
        i16x8.splat(i32.const(2)),
      ),
      i32.const(2),
    );
  const fourPixels = i8x16.shuffle(
    i8x16.narrow_i16x8_u(means(0, PAIRS_OF_FIRST_LOAD), means(SECOND_LOAD, PAIRS_OF_SECOND_LOAD)),
    v128.zero,
    BOTH_HALVES,
  );

  return f.body(
    whileTrue(
      i32.lt_s(i32.const(0), height.get),
      x.set(i32.const(0)),
      source.set(from.get),
      target.set(to.get),
      whileTrue(
        i32.lt_s(x.get, width.get),
        v128.store(target.get, fourPixels),
        x.set(i32.add(x.get, i32.const(4))),
        source.set(i32.add(source.get, i32.const(EIGHT_PIXELS))),
        target.set(i32.add(target.get, i32.const(FOUR_PIXELS))),
      ),
      from.set(i32.add(from.get, i32.mul(stride.get, i32.const(2)))),
      to.set(i32.add(to.get, i32.mul(width.get, i32.const(3)))),
      height.set(i32.add(height.get, i32.const(-1))),
    ),
  );
}
