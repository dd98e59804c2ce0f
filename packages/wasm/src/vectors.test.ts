import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryAfter, valueOf, vectorFunction } from './made-function.test.fixture.js';
import { f32, i32 } from './numbers.js';
import type { Binary } from './operations.js';
import { f32x4, i16x8, i32x4, i8x16, v128 } from './vectors.js';

type Plain = (a: ArrayBuffer, b: ArrayBuffer) => ArrayBufferView;

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const floats = fc
  .array(fc.float({ noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((numbers) => Float32Array.from(numbers));

/** Holds an instruction against plain code, on the same sixteen bytes; lanes are those of what plain code gives. */
function expectSame(operation: Binary, plain: Plain, input: fc.Arbitrary<ArrayBufferView>): void {
  const run = vectorFunction(operation);
  fc.assert(
    fc.property(input, input, (first, second) => {
      const [a, b] = [first.buffer as ArrayBuffer, second.buffer as ArrayBuffer];
      const expected = plain(a, b);
      const Lanes = expected.constructor as new (buffer: ArrayBuffer) => ArrayBufferView;
      expect(new Lanes(run(a, b))).toEqual(expected);
    }),
  );
}

const i8 = (buffer: ArrayBuffer): Int8Array => new Int8Array(buffer);
const u8 = (buffer: ArrayBuffer): Uint8Array => new Uint8Array(buffer);
const i16 = (buffer: ArrayBuffer): Int16Array => new Int16Array(buffer);
const u16 = (buffer: ArrayBuffer): Uint16Array => new Uint16Array(buffer);
const ints = (buffer: ArrayBuffer): Int32Array => new Int32Array(buffer);
const singles = (buffer: ArrayBuffer): Float32Array => new Float32Array(buffer);
const at = (lanes: ArrayLike<number>, i: number): number => lanes[i] ?? NaN;
const twoProducts = (a: Int16Array, b: Int16Array, i: number): number =>
  at(a, i) * at(b, i) + at(a, i + 1) * at(b, i + 1);

describe('vectors of whole numbers', () => {
  it.each<[string, Binary, Plain]>([
    [
      'i8x16.narrow_i16x8_u',
      i8x16.narrow_i16x8_u,
      (a, b) => Uint8Array.from([...i16(a), ...i16(b)].map((n) => Math.min(255, Math.max(0, n)))),
    ],
    ['i16x8.add', i16x8.add, (a, b) => i16(a).map((n, i) => n + at(i16(b), i))],
    ['i16x8.shr_u', (a) => i16x8.shr_u(a, i32.const(3)), (a) => u16(a).map((n) => n >>> 3)],
    ['i16x8.extend_low_i8x16_s', i16x8.extend_low_i8x16_s, (a) => Int16Array.from(i8(a).slice(0, 8))],
    ['i16x8.extend_high_i8x16_s', i16x8.extend_high_i8x16_s, (a) => Int16Array.from(i8(a).slice(8))],
    [
      'i16x8.extadd_pairwise_i8x16_u',
      i16x8.extadd_pairwise_i8x16_u,
      (a) => Uint16Array.from({ length: 8 }, (_, i) => at(u8(a), 2 * i) + at(u8(a), 2 * i + 1)),
    ],
    ['i32x4.add', i32x4.add, (a, b) => ints(a).map((n, i) => n + at(ints(b), i))],
    ['i32x4.extend_low_i16x8_u', i32x4.extend_low_i16x8_u, (a) => Int32Array.from(u16(a).slice(0, 4))],
    [
      'i32x4.dot_i16x8_s',
      i32x4.dot_i16x8_s,
      (a, b) => Int32Array.from({ length: 4 }, (_, i) => twoProducts(i16(a), i16(b), 2 * i)),
    ],
    ['i16x8.splat', () => i16x8.splat(i32.const(-3)), () => new Int16Array(8).fill(-3)],
    ['v128.zero', () => v128.zero, () => new Uint8Array(16)],
  ])('%s is what plain code computes', (_, operation, plain) => {
    expectSame(operation, plain, bytes);
  });

  it('are shuffled by bytes of the first and the second', () => {
    const a = Uint8Array.from({ length: 16 }, (_, i) => i);
    const b = a.map((n) => 100 + n);
    const mixed = vectorFunction((x, y) => i8x16.shuffle(x, y, [31, 0, 16, 15]))(a.buffer, b.buffer);
    expect([...new Uint8Array(mixed, 0, 4)]).toEqual([115, 0, 100, 15]);
  });

  it('tell their signs as bits', () => {
    const stored = [-1, 5, -7, 0].flatMap((n, i) => i32.store(i32.const(0), i32.const(n), 4 * i));
    expect(valueOf('i32', () => [stored, i32x4.bitmask(v128.load(i32.const(0)))])).toBe(0b0101);
  });
});

describe('vectors of floats', () => {
  it.each<[string, Binary, Plain]>([
    ['f32x4.add', f32x4.add, (a, b) => singles(a).map((n, i) => n + at(singles(b), i))],
    ['f32x4.sub', f32x4.sub, (a, b) => singles(a).map((n, i) => n - at(singles(b), i))],
    ['f32x4.mul', f32x4.mul, (a, b) => singles(a).map((n, i) => n * at(singles(b), i))],
    [
      'f32x4.le',
      f32x4.le,
      (a, b) => Int32Array.from([...singles(a)].map((n, i) => (n <= at(singles(b), i) ? -1 : 0))),
    ],
    ['f32x4.convert_i32x4_s', f32x4.convert_i32x4_s, (a) => Float32Array.from(ints(a))],
    ['f32x4.splat', () => f32x4.splat(f32.const(0.1)), () => new Float32Array(4).fill(0.1)],
  ])('%s is what plain code computes', (_, operation, plain) => {
    expectSame(operation, plain, floats);
  });
});

describe('memory', () => {
  it('is read at any address and offset, whatever the hint says', () => {
    const start = Uint8Array.from({ length: 200 }, (_, i) => i);
    const memory = new Uint8Array(
      memoryAfter(start, [
        ...v128.store(i32.const(256), v128.load(i32.const(3), 150, 4)),
        ...v128.store(i32.const(272), i16x8.load8x8_u(i32.const(1), 130)),
      ]),
    );
    expect(memory.slice(256, 272)).toEqual(start.slice(153, 169));
    expect(new Uint16Array(memory.buffer, 272, 8)).toEqual(Uint16Array.from(start.slice(131, 139)));
  });

  it('takes one of the four lanes', () => {
    const start = Uint8Array.from({ length: 16 }, (_, i) => i);
    const stored = v128.store32_lane(i32.const(33), v128.load(i32.const(0)), 2);
    expect([...new Uint8Array(memoryAfter(start, stored), 32, 6)]).toEqual([0, 8, 9, 10, 11, 0]);
  });
});
