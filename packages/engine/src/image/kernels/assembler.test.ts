import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeModule,
  f32,
  FunctionBuilder,
  i32,
  i64,
  ifTrue,
  select,
  whileTrue,
  type Code,
} from './assembler.js';
import { compile } from './compile.js';

interface Made {
  readonly memory: { readonly buffer: ArrayBuffer };
  run(): void;
}

/** What an expression of type i32 comes to. */
function valueOf(build: (f: FunctionBuilder) => { before?: Code; value: Code }): number {
  const f = new FunctionBuilder('run');
  const { before = [], value } = build(f);
  f.body(before, f32.store(i32.const(0), f32.convert_i32_s(value)));
  const made = compile<Made>(encodeModule([f], 1)).newInstance();
  made.run();
  return new Float32Array(made.memory.buffer)[0] ?? NaN;
}

describe('the assembler', () => {
  it('writes whole numbers of any size and sign', () => {
    // As far as a 32-bit float, through which they are read back, is exact.
    const whole = fc.integer({ min: -(2 ** 24), max: 2 ** 24 });
    fc.assert(fc.property(whole, (n) => valueOf(() => ({ value: i32.const(n) })) === n));
    fc.assert(
      fc.property(whole, (n) => {
        const wide = i64.shl(i64.const(BigInt(n)), i64.const(32n));
        return valueOf(() => ({ value: i32.wrap_i64(i64.shr_s(wide, i64.const(32n))) })) === n;
      }),
    );
  });

  it('keeps the order of operands and numbers many variables', () => {
    const built = valueOf((f) => {
      const all = Array.from({ length: 200 }, () => f.variable('i32'));
      const before = all.flatMap((variable, i) => variable.set(i32.const(i)));
      const last = all.at(-1) ?? all[0];
      return { before, value: i32.add(i32.mul(last?.get ?? [], i32.const(3)), all[130]?.get ?? []) };
    });
    expect(built).toBe(199 * 3 + 130);
  });

  it('repeats while a condition holds, and not once where it never does', () => {
    const sumBelow = (end: number): number =>
      valueOf((f) => {
        const n = f.variable('i32');
        const sum = f.variable('i32');
        const step = [...sum.set(i32.add(sum.get, n.get)), ...n.set(i32.add(n.get, i32.const(1)))];
        return { before: whileTrue(i32.lt_s(n.get, i32.const(end)), step), value: sum.get };
      });
    expect([sumBelow(0), sumBelow(1), sumBelow(11)]).toEqual([0, 0, 55]);
  });

  it('takes one of two ways', () => {
    for (const [condition, expected] of [
      [1, 10],
      [0, 20],
    ] as const) {
      const chosen = valueOf((f) => {
        const x = f.variable('i32');
        const ways = [x.set(i32.const(10)), x.set(i32.const(20))] as const;
        return { before: ifTrue(i32.const(condition), ...ways), value: x.get };
      });
      expect(chosen).toBe(expected);
      expect(valueOf(() => ({ value: select(i32.const(10), i32.const(20), i32.const(condition)) }))).toBe(
        expected,
      );
    }
  });
});
