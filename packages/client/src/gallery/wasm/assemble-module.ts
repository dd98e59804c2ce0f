import type { Code } from './instructions.js';
import { unsigned } from './leb128.js';

const TYPES = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
export type ValueType = keyof typeof TYPES;

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly result: ValueType;
  /** Variables beyond the parameters. */
  readonly locals: readonly ValueType[];
  readonly body: readonly Code[];
}

const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 } as const;
const MAX_PAGES = 65536;

const name = (text: string): number[] => list(Array.from(text, (letter) => [letter.charCodeAt(0)]));
const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, items: readonly (readonly number[])[]): number[] => [id, ...sized(list(items))];

/** The bytes of a module with one exported function, which works on the imported memory `host.memory`. */
export function assembleModule(exported: WasmFunction): Uint8Array<ArrayBuffer> {
  const types = (of: readonly ValueType[]): number[] => list(of.map((type) => [TYPES[type]]));
  const locals = list(exported.locals.map((type) => [1, TYPES[type]]));
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d], // "\0asm"
    ...[1, 0, 0, 0],
    ...section(SECTION.types, [[0x60, ...types(exported.parameters), ...types([exported.result])]]),
    ...section(SECTION.imports, [
      [...name('host'), ...name('memory'), 0x02, 0x01, 0, ...unsigned(MAX_PAGES)],
    ]),
    ...section(SECTION.functions, [[0]]),
    ...section(SECTION.exports, [[...name(exported.name), 0x00, 0]]),
    ...section(SECTION.code, [sized([...locals, ...exported.body.flat(), 0x0b])]),
  ]);
}
