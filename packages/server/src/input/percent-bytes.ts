const PERCENT = 37;

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** The bytes that percent-encoded text stands for, or null where it is no such text. */
export function decodePercents(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return null;
    if (code !== PERCENT) {
      bytes[length++] = code;
      continue;
    }
    // Past the end charCodeAt gives NaN, which is no digit.
    const high = hexDigit(text.charCodeAt(i + 1));
    const low = hexDigit(text.charCodeAt(i + 2));
    if (high < 0 || low < 0) return null;
    bytes[length++] = high * 16 + low;
    i += 2;
  }
  return bytes.subarray(0, length);
}
