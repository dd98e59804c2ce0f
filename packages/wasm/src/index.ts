export type { Code } from './code.js';
export { compile, compileIfSupported, PAGE_BYTES, type Compiled, type Memory } from './compile.js';
export { doWhile, ifTrue, select, whileTrue } from './control.js';
export { encodeModule } from './encode-module.js';
export { FunctionBuilder, type Local, type ValueType } from './function-builder.js';
export { f32, f64, i32, i64 } from './numbers.js';
export { f32x4, i16x8, i32x4, i8x16, v128 } from './vectors.js';
