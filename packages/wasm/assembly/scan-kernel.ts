/** As `group-layout.ts` of the gallery arranges four templates: squares, error bounds, scales, then codes in steps. */
const SQUARES: usize = 0;
const DOUBTS: usize = 16;
const SCALES: usize = 32;
const CODES: usize = 48;
const STEPS: usize = 8;
const STEP_BYTES: usize = 64;
const GROUP_BYTES: usize = CODES + STEPS * STEP_BYTES;
/** One step of the query: sixteen codes of two bytes. */
const QUERY_STEP_BYTES: usize = 32;
/** Everything lies at multiples of 16 bytes. */
const ALIGNMENT: usize = 16;

/**
 * Goes over the groups from address `group` to `end` (at least one) and writes to `out`, for each group with a template
 * whose lower bound is within `limit`, the group's address and one bit for each such template. Returns the end of what
 * it wrote.
 */
export function scan(
  query: usize,
  group: usize,
  end: usize,
  out: usize,
  queryLength: f32,
  queryScale: f32,
  limit: f32,
): usize {
  do {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let step: usize = 0; step < STEPS; step++) {
      const ofQuery = query + step * QUERY_STEP_BYTES;
      const first = load(ofQuery, 0);
      const second = load(ofQuery, 16);
      const codes = group + CODES + step * STEP_BYTES;
      a = addProducts(a, load(codes, 0), first, second);
      b = addProducts(b, load(codes, 16), first, second);
      c = addProducts(c, load(codes, 32), first, second);
      d = addProducts(d, load(codes, 48), first, second);
    }
    const doubts = f32x4.mul(load(group, DOUBTS), f32x4.splat(queryLength));
    const scales = f32x4.mul(load(group, SCALES), f32x4.splat(queryScale));
    const products = f32x4.mul(f32x4.convert_i32x4_s(laneSums(a, b, c, d)), scales);
    // |x|² − 2x·q, less the error of the codes: a lower bound of the squared distance without |q|².
    const lowerBounds = f32x4.sub(f32x4.sub(load(group, SQUARES), doubts), products);
    const found = i32x4.bitmask(f32x4.le(lowerBounds, f32x4.splat(limit)));
    if (found) {
      store<u32>(out, <u32>group);
      store<u32>(out, found, 4);
      out += 8;
    }
    group += GROUP_BYTES;
  } while (group < end);
  return out;
}

function load(address: usize, offset: usize): v128 {
  return v128.load(address + offset, 0, ALIGNMENT);
}

/** Adds the products of sixteen codes with those of the query, which come in two vectors of 16-bit numbers. */
function addProducts(sum: v128, codes: v128, first: v128, second: v128): v128 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(codes), first);
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(codes), second);
  return i32x4.add(i32x4.add(sum, low), high);
}

/** One lane for each vector: the sum of its four lanes. */
function laneSums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 1, 4, 5), v128.shuffle<i32>(a, b, 2, 3, 6, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 1, 4, 5), v128.shuffle<i32>(c, d, 2, 3, 6, 7));
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7));
}
