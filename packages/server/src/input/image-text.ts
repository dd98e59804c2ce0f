import { ServiceError } from '../errors.js';
import { decodeBase64, type Base64Result } from './base64.js';
import { decodePercents } from './percent-bytes.js';

/** What the text of an image field turned out to be. */
export type ImageText =
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface ImageTextOptions {
  /** The name that messages use. */
  readonly field: string;
  readonly maxBytes: number;
}

const LONGEST_URL = 8192;
const LONGEST_DATA_HEADER = 256;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

const unreadable = (field: string): ServiceError =>
  new ServiceError(
    'unreadable-image',
    `The field ${field} holds neither Base64 nor an image URL; send the image's bytes in Base64, a data: URL, or an http(s) URL.`,
    { field },
  );

const tooManyBytes = ({ field, maxBytes }: ImageTextOptions): ServiceError =>
  new ServiceError('too-many-bytes', `The image in ${field} is larger than the limit of ${maxBytes} bytes.`, {
    field,
    limitBytes: maxBytes,
  });

function bytesOf(result: Base64Result, options: ImageTextOptions): ImageText {
  if (result === 'too-large') throw tooManyBytes(options);
  if (result === 'not-base64') throw unreadable(options.field);
  return { kind: 'bytes', bytes: result };
}

function readDataUrl(text: string, options: ImageTextOptions): ImageText {
  const comma = text.slice(0, LONGEST_DATA_HEADER).indexOf(',');
  if (comma === -1) throw unreadable(options.field);
  const payload = text.slice(comma + 1);
  if (payload.trim() === '') throw missing(options.field);
  const declaresBase64 = /;\s*base64\s*$/i.test(text.slice(0, comma));
  if (!payload.includes('%')) return bytesOf(decodeBase64(payload, options.maxBytes), options);

  // Three characters may stand for one byte, and Base64 itself may have been percent-encoded on top.
  if (payload.length > options.maxBytes * 4 * 3) throw tooManyBytes(options);
  const decoded = decodePercents(payload);
  if (decoded === null) throw unreadable(options.field);
  const base64 = decodeBase64(Buffer.from(decoded).toString('latin1'), options.maxBytes);
  if (declaresBase64 || base64 !== 'not-base64') return bytesOf(base64, options);
  if (decoded.length > options.maxBytes) throw tooManyBytes(options);
  return { kind: 'bytes', bytes: decoded };
}

const missing = (field: string): ServiceError =>
  new ServiceError('missing-field', `The field ${field} is empty; send an image in it.`, { field });

function readUrl(text: string, { field }: ImageTextOptions): ImageText {
  if (text.length > LONGEST_URL || !URL.canParse(text)) {
    throw new ServiceError('url-refused', `The image URL in ${field} is not a valid URL.`, { field });
  }
  return { kind: 'url', url: text };
}

/** Tells Base64, `data:` URLs and image URLs apart; bytes come decoded, a URL is left to the fetcher. */
export function readImageText(value: string, options: ImageTextOptions): ImageText {
  const text = value.trim();
  if (text === '') throw missing(options.field);
  const scheme = SCHEME.exec(text.slice(0, 64))?.[1]?.toLowerCase();
  if (scheme === undefined) return bytesOf(decodeBase64(text, options.maxBytes), options);
  if (scheme === 'data') return readDataUrl(text, options);
  if (/^https?:\/\//i.test(text.slice(0, 8))) return readUrl(text, options);
  throw new ServiceError(
    'url-refused',
    `The image URL in ${options.field} must start with http:// or https://.`,
    {
      field: options.field,
    },
  );
}
