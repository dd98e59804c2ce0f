import type { Code } from './code.js';

/** Seven bits a byte, the lowest first, the high bit set while more follow (LEB128). */
export function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

/** The same with a sign: the last byte's seventh bit tells it. */
export function signed(value: bigint): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest >= -64n && rest < 64n) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** Items behind their number. */
export const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];

/** Bytes behind their number. */
export const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];

export const text = (value: string): Code => sized([...new TextEncoder().encode(value)]);
