import { byteSizeText } from './byte-size.js';

/** Held to as long as the service has not told its own limit. */
export const DEFAULT_MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Why a file is not worth sending, in words; null when it may go. */
export function refusalOfFile(
  file: { size: number; type: string; name: string },
  maxBytes: number,
): string | null {
  if (file.size === 0) return `${nameOf(file)} is empty.`;
  // Some systems tell no type; then the service decides by the content.
  if (file.type !== '' && !file.type.startsWith('image/')) {
    return `${nameOf(file)} is not a picture. Choose a JPEG or PNG photo.`;
  }
  if (file.size > maxBytes) {
    return `${nameOf(file)} has ${byteSizeText(file.size)}; the service takes photos of up to ${byteSizeText(maxBytes)}. Scale it down first: 1024 pixels on the longer side are enough.`;
  }
  return null;
}

const nameOf = ({ name }: { name: string }): string => (name === '' ? 'The file' : `“${name}”`);

/** An address that the service can be asked to fetch, or what is wrong with it. */
export function checkUrl(text: string): { readonly url: string } | { readonly refusal: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { refusal: 'Type or paste the address of a photo.' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { refusal: 'That is not a web address. It must begin with https:// or http://.' };
  }
  return { url: url.href };
}
