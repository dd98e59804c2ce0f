import { unsigned } from './binary-format.js';
import type { Code } from './code.js';

export type Unary = (a: Code) => Code;
export type Binary = (a: Code, b: Code) => Code;

export const unary =
  (...opcode: Code): Unary =>
  (a) => [...a, ...opcode];

export const binary =
  (...opcode: Code): Binary =>
  (a, b) => [...a, ...b, ...opcode];

/** An operation on sixteen bytes at once. */
export const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

/** Where memory is read or written: the address in the operand plus the offset. The alignment is a hint only. */
export const place = (offset: number, alignment: number): Code => [alignment, ...unsigned(offset)];
