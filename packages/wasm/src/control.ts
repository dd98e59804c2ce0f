import { END, type Code } from './code.js';
import { i32 } from './numbers.js';

const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const ELSE = 0x05;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const NO_VALUE = 0x40;

/** Runs `code` again and again while the condition holds; it is asked before each round. */
export const whileTrue = (condition: Code, ...code: readonly Code[]): Code => [
  ...[BLOCK, NO_VALUE, LOOP, NO_VALUE],
  ...i32.eqz(condition),
  ...[BRANCH_IF, 1],
  ...code.flat(),
  ...[BRANCH, 0, END, END],
];

/** Runs `code`, and again while the condition holds; it is asked after each round. */
export const doWhile = (condition: Code, ...code: readonly Code[]): Code => [
  ...[LOOP, NO_VALUE],
  ...code.flat(),
  ...condition,
  ...[BRANCH_IF, 0, END],
];

export const ifTrue = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  ...[IF, NO_VALUE],
  ...then,
  ...(otherwise.length > 0 ? [ELSE, ...otherwise] : []),
  END,
];

/** `a` where the condition holds, else `b`; both are computed. */
export const select = (a: Code, b: Code, condition: Code): Code => [...a, ...b, ...condition, 0x1b];
