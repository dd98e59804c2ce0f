import { byteSizeText } from './byte-size.js';

/** Used until the service has stated its own limit. */
export const DEFAULT_MAX_IMAGE_BYTES = 20 * 1024 * 1024;

interface GivenFile {
  readonly size: number;
  readonly type: string;
  readonly name: string;
}

/** Why a file is no photo at all, in words; null when it may be one. */
export function refusalOfFile(file: GivenFile): string | null {
  if (file.size === 0) return `${nameOf(file)} is empty.`;
  // Some systems report no type; then the content decides.
  return file.type === '' || file.type.startsWith('image/')
    ? null
    : `${nameOf(file)} is not a picture. Choose a photo, for example a JPEG or PNG file.`;
}

/** JPEG and PNG go as they are: every service takes them. Others may be switched off, so the browser converts them. */
const SENT_AS_THEY_ARE = ['', 'image/jpeg', 'image/png'];

export const isSentAsItIs = (file: GivenFile, maxBytes: number): boolean =>
  SENT_AS_THEY_ARE.includes(file.type) && file.size <= maxBytes;

/** Why a file can be neither sent nor converted, in words. */
export const refusalOfUnreadable = (file: GivenFile, maxBytes: number): string =>
  file.size > maxBytes
    ? `${nameOf(file)} has ${byteSizeText(file.size)}; the service takes photos of up to ${byteSizeText(maxBytes)}, and your browser cannot reduce this one. 1024 pixels on the longer side are enough.`
    : `Your browser cannot read ${nameOf(file)}. Save it as JPEG or PNG and try again.`;

const nameOf = ({ name }: { name: string }): string => (name === '' ? 'The file' : `“${name}”`);

/** An address that the service can be asked to fetch, or what is wrong with it. */
export function checkUrl(text: string): { readonly url: string } | { readonly refusal: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { refusal: 'Enter the URL of an image.' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { refusal: 'That is not a web address. It must begin with https:// or http://.' };
  }
  return { url: url.href };
}
