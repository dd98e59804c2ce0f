/** What a string given as an image is. */
export type TextKind = 'url' | 'data-url' | 'file-url' | 'base64' | 'path';

/** How the Base64 of JPEG, PNG, WebP and AVIF images begins, in the plain and the URL-safe alphabet. */
const IMAGE_BEGINNINGS = /^(?:[/_]9j[/_]|iVBORw0KGgo|UklGR|AAAA.GZ0eXB)/;
/** Long enough for a beginning with line breaks in it. */
const BEGINNING = 64;
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
/** No system takes longer paths. */
const LONGEST_PATH = 4096;

/** Tells paths from Base64 by content: only the latter begins as images do, or is longer than any path. */
export function textKind(text: string, hasFiles: boolean): TextKind {
  if (/^https?:\/\//i.test(text)) return 'url';
  if (/^data:/i.test(text)) return 'data-url';
  if (/^file:\/\//i.test(text)) return 'file-url';
  if (NOT_BASE64.test(text)) return 'path';
  // Where there are no files, nothing else can be meant.
  if (!hasFiles || text.length > LONGEST_PATH) return 'base64';
  return IMAGE_BEGINNINGS.test(text.slice(0, BEGINNING).replace(/\s+/g, '')) ? 'base64' : 'path';
}
