import { sized, text, unsigned, vector } from './binary-format.js';
import type { Code } from './code.js';
import type { FunctionBuilder } from './function-builder.js';

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const VERSION = [1, 0, 0, 0];
const SECTION = { types: 1, functions: 3, memories: 5, exports: 7, code: 10 } as const;
const EXPORTED = { function: 0, memory: 2 } as const;

/** A module with these functions and one memory, all of them exported. The memory starts with one page and may grow. */
export function encodeModule(
  functions: readonly FunctionBuilder[],
  maxPages: number,
): Uint8Array<ArrayBuffer> {
  const exports = [
    [...text('memory'), EXPORTED.memory, 0],
    ...functions.map(({ name }, index) => [...text(name), EXPORTED.function, ...unsigned(index)]),
  ];
  return Uint8Array.from([
    ...MAGIC,
    ...VERSION,
    ...section(
      SECTION.types,
      functions.map(({ type }) => type),
    ),
    ...section(
      SECTION.functions,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(SECTION.memories, [[1, 1, ...unsigned(maxPages)]]),
    ...section(SECTION.exports, exports),
    ...section(
      SECTION.code,
      functions.map(({ code }) => code),
    ),
  ]);
}

const section = (id: number, items: readonly Code[]): Code => [id, ...sized(vector(items))];
