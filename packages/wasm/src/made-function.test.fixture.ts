import type { Code } from './code.js';
import { compile, type Memory } from './compile.js';
import { encodeModule } from './encode-module.js';
import { FunctionBuilder, type ValueType } from './function-builder.js';
import { i32 } from './numbers.js';
import { v128 } from './vectors.js';

interface Made {
  readonly memory: Memory;
  run(): unknown;
}

/** What an expression comes to, after code that runs before it. */
export function valueOf(type: ValueType, build: (f: FunctionBuilder) => readonly Code[]): unknown {
  const f = new FunctionBuilder('run', type);
  return make(f.body(...build(f))).run();
}

/** The memory that code leaves behind, from this on its start. */
export function memoryAfter(start: Uint8Array, code: Code): ArrayBuffer {
  const made = make(new FunctionBuilder('run').body(code));
  new Uint8Array(made.memory.buffer).set(start);
  made.run();
  return made.memory.buffer;
}

const RESULT_AT = 32;

/** An expression over two vectors, compiled once; it gives the sixteen bytes that it comes to. */
export function vectorFunction(
  expression: (a: Code, b: Code) => Code,
): (a: ArrayBuffer, b: ArrayBuffer) => ArrayBuffer {
  const value = expression(v128.load(i32.const(0)), v128.load(i32.const(0), 16));
  const made = make(new FunctionBuilder('run').body(v128.store(i32.const(RESULT_AT), value)));
  return (a, b) => {
    const bytes = new Uint8Array(made.memory.buffer);
    bytes.set(new Uint8Array(a), 0);
    bytes.set(new Uint8Array(b), 16);
    made.run();
    return made.memory.buffer.slice(RESULT_AT, RESULT_AT + 16);
  };
}

const make = (f: FunctionBuilder): Made => compile<Made>(encodeModule([f], 1)).newInstance();
