/** `not-base64` where a character does not belong or a length is impossible. */
export type Base64Result = Uint8Array | 'not-base64' | 'too-large';

const EQUALS = 61;

/** Blank, tab and the line breaks of ASCII. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Where the symbols end and only padding (two signs at most) and white space follow. */
function endOfSymbols(text: string): number {
  let end = text.length;
  for (let padding = 0; end > 0; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === EQUALS) {
      if (++padding > 2) break;
    } else if (!isSpace(code)) break;
  }
  return end;
}

function countSpaces(text: string, end: number): number {
  let spaces = 0;
  for (let i = 0; i < end; i++) if (isSpace(text.charCodeAt(i))) spaces++;
  return spaces;
}

/** The bytes that so many symbols stand for; one symbol alone in the last group of four is less than a byte. */
const bytesOf = (symbols: number): number => (symbols % 4 === 1 ? NaN : Math.floor((symbols * 3) / 4));

/**
 * Decodes Base64 in the plain or the URL-safe alphabet, with or without padding and line breaks.
 * Node's decoder skips what it does not know, so the length of its result proves that it skipped nothing
 * but white space: far cheaper than looking at each character of a large image.
 */
export function decodeBase64(text: string, maxBytes: number): Base64Result {
  const end = endOfSymbols(text);
  const most = Math.floor((end * 3) / 4);
  if (most > maxBytes && bytesOf(end - countSpaces(text, end)) > maxBytes) return 'too-large';
  // Memory of its own: a shared pool could neither be handed to a worker nor keep callers apart.
  const decoded = Buffer.allocUnsafeSlow(most);
  const length = decoded.write(text, 'base64');
  if (length === 0) return 'not-base64';
  if (length === bytesOf(end)) return decoded;
  return length === bytesOf(end - countSpaces(text, end))
    ? new Uint8Array(decoded.subarray(0, length))
    : 'not-base64';
}
