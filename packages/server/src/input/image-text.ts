import { ServiceError } from '../errors.js';
import { decodeBase64, type Base64Options, type Base64Result } from './base64.js';
import { decodePercents } from './percent-bytes.js';
import { beginning, dropped, holds, lengthOf, withoutLeadingSpace, type TextBytes } from './text-bytes.js';

/** What the text of an image field turned out to be. */
export type ImageText =
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface ImageTextOptions extends Base64Options {
  /** The name that messages use. */
  readonly field: string;
}

const LONGEST_URL = 8192;
const LONGEST_DATA_HEADER = 256;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const PERCENT = 37;

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
  if (result === 'empty') throw missing(options.field);
  if (result === 'too-large') throw tooManyBytes(options);
  if (result === 'not-base64') throw unreadable(options.field);
  return { kind: 'bytes', bytes: result };
}

async function readDataUrl(text: TextBytes, options: ImageTextOptions): Promise<ImageText> {
  const header = beginning(text, LONGEST_DATA_HEADER);
  const comma = header.indexOf(',');
  if (comma === -1) throw unreadable(options.field);
  const payload = dropped(text, comma + 1);
  const declaresBase64 = /;\s*base64\s*$/i.test(header.slice(0, comma));
  if (!holds(payload, PERCENT)) return bytesOf(await decodeBase64(payload, options), options);

  // Three characters may stand for one byte, and Base64 itself may have been percent-encoded on top.
  if (lengthOf(payload) > options.maxBytes * 4 * 3) throw tooManyBytes(options);
  const decoded = await decodePercents(payload, options.pace, options.claim);
  if (decoded === null) throw unreadable(options.field);
  const base64 = await decodeBase64([decoded], options);
  if (declaresBase64 || base64 instanceof Uint8Array || base64 === 'too-large')
    return bytesOf(base64, options);
  if (decoded.length > options.maxBytes) throw tooManyBytes(options);
  return { kind: 'bytes', bytes: decoded };
}

const missing = (field: string): ServiceError =>
  new ServiceError('missing-field', `The field ${field} is empty; send an image in it.`, { field });

function readUrl(text: TextBytes, { field }: ImageTextOptions): ImageText {
  const url = lengthOf(text) > LONGEST_URL ? '' : Buffer.concat(text).toString('utf8').trim();
  if (!URL.canParse(url)) {
    throw new ServiceError('url-refused', `The image URL in ${field} is not a valid URL.`, { field });
  }
  return { kind: 'url', url };
}

/** Tells Base64, `data:` URLs and image URLs apart; bytes come decoded, a URL is left to the fetcher. */
export async function readImageText(value: TextBytes, options: ImageTextOptions): Promise<ImageText> {
  const text = await withoutLeadingSpace(value, options.pace);
  if (text.length === 0) throw missing(options.field);
  const start = beginning(text, 64);
  const scheme = SCHEME.exec(start)?.[1]?.toLowerCase();
  if (scheme === undefined) return bytesOf(await decodeBase64(text, options), options);
  if (scheme === 'data') return readDataUrl(text, options);
  if (/^https?:\/\//i.test(start)) return readUrl(text, options);
  throw new ServiceError(
    'url-refused',
    `The image URL in ${options.field} must start with http:// or https://.`,
    {
      field: options.field,
    },
  );
}
