import { lengthOf, slices, type Pace, type TextBytes } from './text-bytes.js';

const PERCENT = 37;

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** The bytes that percent-encoded text stands for, or null where it is no such text. */
export async function decodePercents(
  text: TextBytes,
  pace: Pace,
  claim: (bytes: number) => void,
): Promise<Uint8Array | null> {
  claim(lengthOf(text));
  const bytes = new Uint8Array(lengthOf(text));
  let length = 0;
  /** Hexadecimal digits that are still to come after a percent sign, and the value of those that have. */
  let digits = 0;
  let value = 0;
  for await (const slice of slices(text, pace)) {
    for (const code of slice) {
      if (code > 0x7f) return null;
      if (digits > 0) {
        const digit = hexDigit(code);
        if (digit < 0) return null;
        value = value * 16 + digit;
        if (--digits === 0) bytes[length++] = value;
      } else if (code === PERCENT) {
        digits = 2;
        value = 0;
      } else bytes[length++] = code;
    }
  }
  return digits === 0 ? bytes.subarray(0, length) : null;
}
