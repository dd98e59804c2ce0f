/** `not-base64` where a character does not belong or a length is impossible. */
export type Base64Result = Uint8Array | 'not-base64' | 'too-large';

const EQUALS = 61;

function withoutPadding(text: string): number {
  let end = text.length;
  while (end > 0 && text.length - end < 2 && text.charCodeAt(end - 1) === EQUALS) end--;
  return end;
}

/**
 * Decodes Base64 in the plain or the URL-safe alphabet, with or without padding and line breaks.
 * Node's decoder skips what it does not know, so the length of its result proves that it skipped nothing:
 * far cheaper than looking at each character of a large image.
 */
export function decodeBase64(text: string, maxBytes: number): Base64Result {
  const direct = decodeExact(text, maxBytes);
  if (direct instanceof Uint8Array || !/\s/.test(text)) return direct;
  return decodeExact(text.replace(/\s+/g, ''), maxBytes);
}

function decodeExact(text: string, maxBytes: number): Base64Result {
  const symbols = withoutPadding(text);
  // Only the last group of four may be incomplete, and one symbol alone is less than a byte.
  if (symbols === 0 || symbols % 4 === 1) return 'not-base64';
  const bytes = Math.floor((symbols * 3) / 4);
  if (bytes > maxBytes) return 'too-large';
  // Memory of its own: a shared pool could neither be handed to a worker nor keep callers apart.
  const decoded = Buffer.allocUnsafeSlow(bytes);
  return decoded.write(text, 'base64') === bytes ? decoded : 'not-base64';
}
