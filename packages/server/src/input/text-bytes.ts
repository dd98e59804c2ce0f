/**
 * The text of a field as the bytes in which it arrived, in pieces. A string of it would be a copy, and twice as large as
 * soon as one character is beyond Latin-1.
 */
export type TextBytes = readonly Uint8Array[];

/** Waits for the others to have their turn; throws when the request is over. */
export type Pace = () => Promise<void>;

/** Looked at in one go. Any loop over that many bytes takes less than a millisecond. */
const SLICE_BYTES = 64 * 1024;

export const textBytes = (text: string): TextBytes => [Buffer.from(text)];

export const lengthOf = (text: TextBytes): number => text.reduce((sum, { length }) => sum + length, 0);

/** Blank, tab and the line breaks of ASCII. */
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** All of the text, a bit at a time, with a pause between two. */
export async function* slices(text: TextBytes, pace: Pace): AsyncGenerator<Uint8Array, void> {
  let isFirst = true;
  for (const piece of text) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      if (!isFirst) await pace();
      isFirst = false;
      yield piece.subarray(at, at + SLICE_BYTES);
    }
  }
}

/** The text without so many bytes of its beginning. */
export function dropped(text: TextBytes, bytes: number): TextBytes {
  let left = bytes;
  return text.flatMap((piece) => {
    const rest = piece.subarray(Math.min(left, piece.length));
    left -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** The text from its first character on that is no white space; nothing where there is none. */
export async function withoutLeadingSpace(text: TextBytes, pace: Pace): Promise<TextBytes> {
  let spaces = 0;
  for await (const slice of slices(text, pace)) {
    const first = slice.findIndex((code) => !isSpace(code));
    if (first !== -1) return dropped(text, spaces + first);
    spaces += slice.length;
  }
  return [];
}

/** The first characters, each from one byte. */
export function beginning(text: TextBytes, length: number): string {
  let read = '';
  for (const piece of text) {
    if (read.length >= length) break;
    const { buffer, byteOffset } = piece;
    const bytes = Math.min(piece.length, length - read.length);
    read += Buffer.from(buffer, byteOffset, bytes).toString('latin1');
  }
  return read;
}

/** Whether a byte occurs anywhere. */
export const holds = (text: TextBytes, byte: number): boolean => text.some((piece) => piece.includes(byte));
