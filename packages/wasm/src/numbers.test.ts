import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryAfter, valueOf } from './made-function.test.fixture.js';
import { f32, f64, i32, i64 } from './numbers.js';

const BELOW_2_31 = 2 ** 31 - 1;

describe('numbers', () => {
  it('writes constants of any size and sign', () => {
    fc.assert(
      fc.property(fc.integer(), (n) => {
        expect(valueOf('i32', () => [i32.const(n)])).toBe(n);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (n) => {
        expect(valueOf('i64', () => [i64.const(n)])).toBe(n);
      }),
    );
    fc.assert(
      fc.property(fc.double(), fc.float(), (double, float) => {
        expect(valueOf('f64', () => [f64.const(double)])).toBe(double);
        expect(valueOf('f32', () => [f32.const(float)])).toBe(float);
      }),
    );
  });

  it('takes an address in the upper half of a memory for what it is', () => {
    expect(valueOf('i32', () => [i32.const(0xffff_fff0)])).toBe(-16);
  });

  it('keeps the order of operands', () => {
    expect(valueOf('f64', () => [f64.sub(f64.const(5), f64.const(3))])).toBe(2);
    expect(valueOf('i64', () => [i64.shl(i64.const(1n), i64.const(40n))])).toBe(2n ** 40n);
    expect(valueOf('i64', () => [i64.shr_s(i64.const(-8n), i64.const(1n))])).toBe(-4n);
    expect(valueOf('i32', () => [i32.shr_u(i32.const(-1), i32.const(1))])).toBe(BELOW_2_31);
  });

  it('compares with and without signs', () => {
    const [less, more] = [i32.const(-1), i32.const(1)];
    expect(valueOf('i32', () => [i32.lt_s(less, more)])).toBe(1);
    expect(valueOf('i32', () => [i32.lt_u(less, more)])).toBe(0);
    const [negative, positive] = [i64.const(-1n), i64.const(1n)];
    expect(valueOf('i32', () => [i64.lt_s(negative, positive)])).toBe(1);
    expect(valueOf('i32', () => [i64.gt_s(negative, positive)])).toBe(0);
    expect(valueOf('i32', () => [i64.gt_u(negative, positive)])).toBe(1);
    expect(valueOf('i32', () => [i32.eqz(i32.const(0))])).toBe(1);
  });

  it('computes', () => {
    const [six, seven] = [i32.const(6), i32.const(7)];
    expect(valueOf('i32', () => [i32.add(six, seven)])).toBe(13);
    expect(valueOf('i32', () => [i32.mul(six, seven)])).toBe(42);
    expect(valueOf('i32', () => [i32.or(six, i32.const(9))])).toBe(15);
    expect(valueOf('i64', () => [i64.add(i64.const(6n), i64.const(-7n))])).toBe(-1n);
    expect(valueOf('f32', () => [f32.mul(f32.const(1.5), f32.const(3))])).toBe(4.5);
    expect(valueOf('f64', () => [f64.add(f64.const(1.5), f64.const(3))])).toBe(4.5);
    expect(valueOf('f64', () => [f64.mul(f64.const(1.5), f64.const(3))])).toBe(4.5);
  });

  it('converts', () => {
    expect(valueOf('i32', () => [i32.wrap_i64(i64.const(2n ** 32n + 5n))])).toBe(5);
    expect(valueOf('i64', () => [i64.extend_i32_s(i32.const(-5))])).toBe(-5n);
    expect(valueOf('i64', () => [i64.trunc_sat_f64_s(f64.const(-1.9))])).toBe(-1n);
    expect(valueOf('i64', () => [i64.trunc_sat_f64_s(f64.const(1e30))])).toBe(2n ** 63n - 1n);
    expect(valueOf('f32', () => [f32.convert_i32_s(i32.const(-7))])).toBe(-7);
    expect(valueOf('f64', () => [f64.convert_i32_s(i32.const(-7))])).toBe(-7);
  });

  it('stores at an address and an offset', () => {
    const view = new DataView(
      memoryAfter(new Uint8Array(), [
        ...i32.store(i32.const(8), i32.const(-2)),
        ...i32.store(i32.const(8), i32.const(77), 300),
        ...f32.store(i32.const(1), f32.const(0.5), 20),
      ]),
    );
    expect([view.getInt32(8, true), view.getInt32(308, true), view.getFloat32(21, true)]).toEqual([
      -2, 77, 0.5,
    ]);
  });
});
