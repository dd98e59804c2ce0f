/**
 * A piece of WebAssembly code: bytes that leave one value on the stack, or none. Operands come first, so an expression
 * is put together by joining bytes. Numbers are those of the WebAssembly core specification 2.0.
 */
export type Code = readonly number[];

export const END = 0x0b;
