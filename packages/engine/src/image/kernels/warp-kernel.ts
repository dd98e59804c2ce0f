import {
  f32,
  f32x4,
  f64,
  FunctionBuilder,
  i32,
  i64,
  i16x8,
  i32x4,
  ifTrue,
  select,
  v128,
  whileTrue,
  type Code,
  type Local,
} from '@facet/wasm';

/** Places are counted in pixels with 32 bits behind the point: the whole part is an index, the rest the weight. */
const FRACTION_BITS = 32;
const ONE = 2 ** FRACTION_BITS;
/** As many bits of the rest as a 32-bit float can hold. */
const WEIGHT_BITS = 24;

/**
 * warp(level, width, height, out, columns, rows, a, b, u, v, fill): bilinear samples of a level into three planes
 * of float32. `a` and `b` step from sample to sample, (u, v) is the place of the first one in pixel indices. A sample
 * outside becomes `fill`.
 * Reads up to one row and eight bytes beyond the level, with weight 0.
 */
export function warpKernel(): FunctionBuilder {
  const f = new FunctionBuilder('warp');
  const level = f.parameter('i32');
  const width = f.parameter('i32');
  const height = f.parameter('i32');
  const out = f.parameter('i32');
  const columns = f.parameter('i32');
  const rows = f.parameter('i32');
  const a = f.parameter('f64');
  const b = f.parameter('f64');
  const u0 = f.parameter('f64');
  const v0 = f.parameter('f64');
  const fill = f.parameter('f32');
  const row = f.variable('i32');
  const column = f.variable('i32');
  const plane = f.variable('i32');
  const stride = f.variable('i32');
  const [u, v, du, dv, su, sv, maxX, maxY] = Array.from({ length: 8 }, () => f.variable('i64')) as Places;
  const address = f.variable('i32');
  const isFilled = f.variable('i32');
  const [top, bottom, across] = [f.variable('v128'), f.variable('v128'), f.variable('v128')];

  const startOf = (start: Local, perRow: Code): Code =>
    fixed(f64.add(start.get, f64.mul(perRow, f64.convert_i32_s(row.get))));
  const second = i32.add(out.get, plane.get);
  const third = i32.add(second, plane.get);

  const sample = [
    ...address.set(
      i32.add(level.get, i32.add(i32.mul(whole(sv.get), stride.get), i32.mul(whole(su.get), i32.const(3)))),
    ),
    ...across.set(f32x4.splat(weight(su.get))),
    ...top.set(betweenPixels(address.get, across.get)),
    ...bottom.set(betweenPixels(i32.add(address.get, stride.get), across.get)),
    ...top.set(mix(top.get, bottom.get, f32x4.splat(weight(sv.get)))),
    ...v128.store32_lane(out.get, top.get, 0),
    ...v128.store32_lane(second, top.get, 1),
    ...v128.store32_lane(third, top.get, 2),
  ];
  const filled = [out.get, second, third].flatMap((place) => f32.store(place, fill.get));

  return f.body(
    plane.set(i32.mul(i32.mul(columns.get, rows.get), i32.const(4))),
    stride.set(i32.mul(width.get, i32.const(3))),
    du.set(fixed(a.get)),
    dv.set(fixed(b.get)),
    maxX.set(lastIndex(width)),
    maxY.set(lastIndex(height)),
    whileTrue(
      i32.lt_s(row.get, rows.get),
      u.set(startOf(u0, f64.sub(f64.const(0), b.get))),
      v.set(startOf(v0, a.get)),
      column.set(i32.const(0)),
      whileTrue(
        i32.lt_s(column.get, columns.get),
        su.set(u.get),
        sv.set(v.get),
        isFilled.set(i32.const(0)),
        ifTrue(i32.or(isOutside(u, maxX), isOutside(v, maxY)), [
          ...su.set(confined(u, maxX)),
          ...sv.set(confined(v, maxY)),
          ...isFilled.set(i32.or(isFarOutside(u, maxX), isFarOutside(v, maxY))),
        ]),
        ifTrue(isFilled.get, filled, sample),
        out.set(i32.add(out.get, i32.const(4))),
        column.set(i32.add(column.get, i32.const(1))),
        u.set(i64.add(u.get, du.get)),
        v.set(i64.add(v.get, dv.get)),
      ),
      row.set(i32.add(row.get, i32.const(1))),
    ),
  );
}

type Places = [Local, Local, Local, Local, Local, Local, Local, Local];

const fixed = (place: Code): Code => i64.trunc_sat_f64_s(f64.mul(place, f64.const(ONE)));
const lastIndex = (size: Local): Code =>
  i64.shl(i64.extend_i32_s(i32.add(size.get, i32.const(-1))), i64.const(BigInt(FRACTION_BITS)));

/** Seen without its sign, a place before the first pixel lies far behind the last. */
const isOutside = (place: Local, last: Local): Code => i64.gt_u(place.get, last.get);

/** By more than half a pixel, where no pixel reaches. */
const isFarOutside = (place: Local, last: Local): Code =>
  i64.gt_u(i64.add(place.get, i64.const(BigInt(ONE / 2))), i64.add(last.get, i64.const(BigInt(ONE))));

const confined = (place: Local, last: Local): Code =>
  select(
    i64.const(0n),
    select(last.get, place.get, i64.gt_s(place.get, last.get)),
    i64.lt_s(place.get, i64.const(0n)),
  );

const whole = (place: Code): Code => i32.wrap_i64(i64.shr_s(place, i64.const(BigInt(FRACTION_BITS))));

/** The part behind the point, 0 to 1. */
const weight = (place: Code): Code =>
  f32.mul(
    f32.convert_i32_s(i32.shr_u(i32.wrap_i64(place), i32.const(FRACTION_BITS - WEIGHT_BITS))),
    f32.const(2 ** -WEIGHT_BITS),
  );

const mix = (from: Code, to: Code, share: Code): Code =>
  f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share));

/** Red, green and blue between the pixel at an address and the one to its right. */
const betweenPixels = (address: Code, share: Code): Code =>
  mix(pixelAt(address, 0), pixelAt(address, 3), share);

/** Red, green and blue as floats, and a fourth number of no matter. */
const pixelAt = (address: Code, offset: number): Code =>
  f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.load8x8_u(address, offset)));
