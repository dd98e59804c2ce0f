import { describe, expect, it } from 'vitest';
import { compile, compileIfSupported, PAGE_BYTES, type Memory } from './compile.js';
import { encodeModule } from './encode-module.js';
import { FunctionBuilder } from './function-builder.js';
import { valueOf } from './made-function.test.fixture.js';
import { f64, i32 } from './numbers.js';

interface Two {
  readonly memory: Memory;
  note(address: number, value: number): void;
  difference(a: number, b: number): number;
}

function twoFunctions(maxPages: number): Uint8Array<ArrayBuffer> {
  const note = new FunctionBuilder('note');
  const address = note.parameter('i32');
  const value = note.parameter('i32');
  const difference = new FunctionBuilder('difference', 'f64');
  const a = difference.parameter('f64');
  const b = difference.parameter('f64');
  return encodeModule(
    [note.body(i32.store(address.get, value.get)), difference.body(f64.sub(a.get, b.get))],
    maxPages,
  );
}

describe('a module', () => {
  it('exports its functions by name', () => {
    const two = compile<Two>(twoFunctions(1)).newInstance();
    expect(two.difference(5, 3.5)).toBe(1.5);
    two.note(12, 34);
    expect(new DataView(two.memory.buffer).getInt32(12, true)).toBe(34);
  });

  it('has a memory of one page that grows up to its limit', () => {
    const { memory } = compile<Two>(twoFunctions(300)).newInstance();
    expect(memory.buffer.byteLength).toBe(PAGE_BYTES);
    expect(memory.grow(299)).toBe(1);
    expect(memory.buffer.byteLength).toBe(300 * PAGE_BYTES);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('gives each instance a memory of its own', () => {
    const compiled = compile<Two>(twoFunctions(1));
    const [one, other] = [compiled.newInstance(), compiled.newInstance()];
    one.note(0, 7);
    expect(new DataView(other.memory.buffer).getInt32(0, true)).toBe(0);
  });
});

describe('a function', () => {
  it('numbers many variables, which are 0 at first', () => {
    const sum = valueOf('i32', (f) => {
      const all = Array.from({ length: 200 }, () => f.variable('i32'));
      const settings = all.map((variable, i) => (i === 150 ? [] : variable.set(i32.const(i))));
      return [...settings, all.map(({ get }) => get).reduce((a, b) => i32.add(a, b))];
    });
    expect(sum).toBe((199 * 200) / 2 - 150);
  });

  it('refuses a parameter behind a variable', () => {
    const f = new FunctionBuilder('f');
    f.variable('i32');
    expect(() => f.parameter('i32')).toThrow('Parameters come before variables.');
  });
});

describe('what cannot be compiled', () => {
  const wrong = encodeModule([new FunctionBuilder('f', 'i32').body()], 1);

  it('is an error', () => {
    expect(() => compile(wrong)).toThrow(/not enough arguments|expected 1 element|fallthru/i);
  });

  it('is nothing where that is expected', () => {
    expect(compileIfSupported(wrong)).toBeUndefined();
    expect(compileIfSupported<Two>(twoFunctions(1))?.newInstance().difference(2, 1)).toBe(1);
  });
});
