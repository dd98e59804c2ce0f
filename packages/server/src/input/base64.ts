import { isSpace, lengthOf, slices, type Pace, type TextBytes } from './text-bytes.js';

/** `not-base64` where a character does not belong or a length is impossible; `empty` where there is only white space. */
export type Base64Result = Uint8Array | 'not-base64' | 'too-large' | 'empty';

export interface Base64Options {
  readonly maxBytes: number;
  readonly pace: Pace;
  /** Told how much memory the result takes, before it is taken. */
  readonly claim: (bytes: number) => void;
}

const EQUALS = 61;
const NO_SYMBOL = 64;

/** The six bits of each symbol of the plain and the URL-safe alphabet, by its code. */
const SYMBOLS = new Uint8Array(256).fill(NO_SYMBOL);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
for (const alphabet of [`${LETTERS}+/`, `${LETTERS}-_`])
  for (const [bits, code] of Buffer.from(alphabet).entries()) SYMBOLS[code] = bits;

/** The bytes that the text stands for, if it is Base64 without white space in its midst; more than enough else. */
function mostBytesOf(text: TextBytes): number {
  const last = text.at(-1) ?? new Uint8Array();
  let end = last.length;
  // Padding, and the line break after it. More of them cost a copy later on, and are looked at there.
  while (end > 0 && last.length - end < 8 && isTrailer(last[end - 1] ?? 0)) end--;
  return Math.floor(((lengthOf(text) - last.length + end) * 3) / 4);
}

const isTrailer = (code: number): boolean => code === EQUALS || isSpace(code);

/**
 * Decodes Base64 in the plain or the URL-safe alphabet, with or without padding (two characters at most) and line breaks, a
 * bit at a time. Node's decoder does the most of it: it skips what it does not know, so that the length of its result
 * proves that it skipped nothing.
 */
export async function decodeBase64(
  text: TextBytes,
  { maxBytes, pace, claim }: Base64Options,
): Promise<Base64Result> {
  const capacity = Math.min(maxBytes, mostBytesOf(text));
  claim(capacity);
  // Memory of its own: a shared pool could neither be handed to a worker nor keep callers apart.
  const decoded = Buffer.allocUnsafeSlow(capacity);
  let length = 0;
  let padding = 0;
  /** Symbols of a group of four that is not complete, and their bits. */
  let open = 0;
  let bits = 0;
  for await (const slice of slices(text, pace)) {
    let at = 0;
    if (open === 0 && padding === 0) {
      const whole = decodeWhole(slice, decoded, length);
      length += whole.bytes;
      at = whole.symbols;
    }
    for (; at < slice.length; at++) {
      const code = slice[at] ?? 0;
      const value = SYMBOLS[code] ?? NO_SYMBOL;
      if (value !== NO_SYMBOL) {
        if (padding > 0) return 'not-base64';
        bits = (bits << 6) | value;
        if (++open < 4) continue;
        if (length + 3 > capacity) return 'too-large';
        length = decoded.writeUIntBE(bits & 0xffffff, length, 3);
        open = 0;
        bits = 0;
      } else if (code === EQUALS) {
        if (++padding > 2) return 'not-base64';
      } else if (!isSpace(code)) return 'not-base64';
    }
  }
  if (open === 1) return 'not-base64';
  if (length === 0 && open === 0) return padding === 0 ? 'empty' : 'not-base64';
  // Two or three symbols stand for one or two bytes; what is left of their bits says nothing.
  if (length + Math.max(0, open - 1) > capacity) return 'too-large';
  if (open >= 2) decoded[length++] = (bits >> (open === 2 ? 4 : 10)) & 0xff;
  if (open === 3) decoded[length++] = (bits >> 2) & 0xff;
  return length === capacity ? decoded : new Uint8Array(decoded.subarray(0, length));
}

/** As many whole groups as begin the slice, if there is nothing but symbols in them; else none. */
function decodeWhole(
  slice: Uint8Array,
  decoded: Buffer,
  offset: number,
): { readonly symbols: number; readonly bytes: number } {
  const symbols = slice.length - (slice.length % 4);
  const bytes = (symbols / 4) * 3;
  if (bytes === 0 || offset + bytes > decoded.length) return { symbols: 0, bytes: 0 };
  const text = Buffer.from(slice.buffer, slice.byteOffset, symbols).toString('latin1');
  return decoded.write(text, offset, bytes, 'base64') === bytes
    ? { symbols, bytes }
    : { symbols: 0, bytes: 0 };
}
