import { ServiceError } from '../errors.js';
import { imageTooLarge, lengthOf, type TextBytes } from '../http/body/request-field.js';

/** What the text of an image field contains. */
type ImageText =
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface ImageTextOptions extends Base64Options {
  /** Name of the field, for error messages. */
  readonly field: string;
}

const MAX_URL_LENGTH = 8192;
const MAX_DATA_HEADER_LENGTH = 256;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const PERCENT = 37;

const unreadable = (field: string): ServiceError =>
  new ServiceError(
    'unreadable-image',
    `The field ${field} holds neither Base64 nor an image URL; send the image's bytes in Base64, a data: URL, or an http(s) URL.`,
    { field },
  );

function bytesOf(result: Base64Result, options: ImageTextOptions): ImageText {
  if (result === 'empty') throw missing(options.field);
  if (result === 'too-large') throw imageTooLarge(options.field, options.maxBytes);
  if (result === 'not-base64') throw unreadable(options.field);
  return { kind: 'bytes', bytes: result };
}

async function readDataUrl(text: TextBytes, options: ImageTextOptions): Promise<ImageText> {
  const header = prefix(text, MAX_DATA_HEADER_LENGTH);
  const comma = header.indexOf(',');
  if (comma === -1) throw unreadable(options.field);
  const payload = withoutFirst(text, comma + 1);
  const declaresBase64 = /;\s*base64\s*$/i.test(header.slice(0, comma));
  if (!contains(payload, PERCENT)) return bytesOf(await decodeBase64(payload, options), options);

  // Three characters may encode one byte, and the payload may be percent-encoded Base64.
  if (lengthOf(payload) > options.maxBytes * 4 * 3) throw imageTooLarge(options.field, options.maxBytes);
  const decoded = await decodePercents(payload, options.pause, options.claim);
  if (decoded === null) throw unreadable(options.field);
  const base64 = await decodeBase64([decoded], options);
  if (declaresBase64 || base64 instanceof Uint8Array || base64 === 'too-large')
    return bytesOf(base64, options);
  if (decoded.length > options.maxBytes) throw imageTooLarge(options.field, options.maxBytes);
  return { kind: 'bytes', bytes: decoded };
}

const missing = (field: string): ServiceError =>
  new ServiceError('missing-field', `The field ${field} is empty; send an image in it.`, { field });

function readUrl(text: TextBytes, { field }: ImageTextOptions): ImageText {
  const url = lengthOf(text) > MAX_URL_LENGTH ? '' : Buffer.concat(text).toString('utf8').trim();
  if (!URL.canParse(url)) {
    throw new ServiceError('url-rejected', `The image URL in ${field} is not a valid URL.`, { field });
  }
  return { kind: 'url', url };
}

/** Tells Base64, `data:` URLs and image URLs apart. Bytes are decoded here; a URL is left to the fetcher. */
export async function readImageText(value: TextBytes, options: ImageTextOptions): Promise<ImageText> {
  const text = await withoutLeadingSpace(value, options.pause);
  if (text.length === 0) throw missing(options.field);
  const start = prefix(text, 64);
  const scheme = SCHEME.exec(start)?.[1]?.toLowerCase();
  if (scheme === undefined) return bytesOf(await decodeBase64(text, options), options);
  if (scheme === 'data') return readDataUrl(text, options);
  if (/^https?:\/\//i.test(start)) return readUrl(text, options);
  throw new ServiceError(
    'url-rejected',
    `The image URL in ${options.field} must start with http:// or https://.`,
    {
      field: options.field,
    },
  );
}

/** `not-base64`: a character or the length is invalid; `empty`: only white space. */
export type Base64Result = Uint8Array | 'not-base64' | 'too-large' | 'empty';

interface Base64Options {
  readonly maxBytes: number;
  readonly pause: Pause;
  /** Called with the size of the result before its memory is allocated. */
  readonly claim: (bytes: number) => void;
}

const EQUALS = 61;
const NO_SYMBOL = 64;

/** The six bits of each symbol of the standard and the URL-safe alphabet, by character code. */
const SYMBOLS = new Uint8Array(256).fill(NO_SYMBOL);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
for (const alphabet of [`${LETTERS}+/`, `${LETTERS}-_`])
  for (const [bits, code] of Buffer.from(alphabet).entries()) SYMBOLS[code] = bits;

/** Upper bound of the decoded size; exact for Base64 without white space inside. */
function mostBytesOf(text: TextBytes): number {
  const last = text.at(-1) ?? new Uint8Array();
  let end = last.length;
  // Padding and the line break after it. Longer trailers are handled later and only cost a copy.
  while (end > 0 && last.length - end < 8 && isTrailer(last[end - 1] ?? 0)) end--;
  return Math.floor(((lengthOf(text) - last.length + end) * 3) / 4);
}

const isTrailer = (code: number): boolean => code === EQUALS || isSpace(code);

/**
 * Decodes Base64 in slices: standard or URL-safe alphabet, with or without padding (at most two characters) and line
 * breaks. Node's decoder does most of the work. It silently skips invalid characters, so the length of its output is
 * checked to make sure that it skipped none.
 */
export async function decodeBase64(
  text: TextBytes,
  { maxBytes, pause, claim }: Base64Options,
): Promise<Base64Result> {
  const capacity = Math.min(maxBytes, mostBytesOf(text));
  claim(capacity);
  // Not from Node's shared pool: the buffer is transferred to a worker and must not contain another caller's bytes.
  const decoded = Buffer.allocUnsafeSlow(capacity);
  let length = 0;
  let padding = 0;
  /** Number of symbols in the incomplete group of four, and their bits. */
  let open = 0;
  let bits = 0;
  for await (const slice of slices(text, pause)) {
    let at = 0;
    if (open === 0 && padding === 0) {
      const groups = decodeGroups(slice, decoded, length);
      length += groups.bytes;
      at = groups.symbols;
    }
    for (; at < slice.length; at++) {
      const code = slice[at] ?? 0;
      const value = SYMBOLS[code] ?? NO_SYMBOL;
      if (value !== NO_SYMBOL) {
        if (padding > 0) return 'not-base64';
        bits = (bits << 6) | value;
        if (++open < 4) continue;
        if (length + 3 > capacity) return 'too-large';
        length = decoded.writeUIntBE(bits & 0xffffff, length, 3);
        open = 0;
        bits = 0;
      } else if (code === EQUALS) {
        if (++padding > 2) return 'not-base64';
      } else if (!isSpace(code)) return 'not-base64';
    }
  }
  if (open === 1) return 'not-base64';
  if (length === 0 && open === 0) return padding === 0 ? 'empty' : 'not-base64';
  // A last group of two or three symbols encodes one or two bytes; the remaining bits are ignored.
  if (length + Math.max(0, open - 1) > capacity) return 'too-large';
  if (open >= 2) decoded[length++] = (bits >> (open === 2 ? 4 : 10)) & 0xff;
  if (open === 3) decoded[length++] = (bits >> 2) & 0xff;
  return length === capacity ? decoded : new Uint8Array(decoded.subarray(0, length));
}

/** Decodes the complete groups of four at the start of the slice; none if they contain anything but symbols. */
function decodeGroups(
  slice: Uint8Array,
  decoded: Buffer,
  offset: number,
): { readonly symbols: number; readonly bytes: number } {
  const symbols = slice.length - (slice.length % 4);
  const bytes = (symbols / 4) * 3;
  if (bytes === 0 || offset + bytes > decoded.length) return { symbols: 0, bytes: 0 };
  const text = Buffer.from(slice.buffer, slice.byteOffset, symbols).toString('latin1');
  return decoded.write(text, offset, bytes, 'base64') === bytes
    ? { symbols, bytes }
    : { symbols: 0, bytes: 0 };
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Decodes percent-encoded text; null if it is invalid. */
async function decodePercents(
  text: TextBytes,
  pause: Pause,
  claim: (bytes: number) => void,
): Promise<Uint8Array | null> {
  claim(lengthOf(text));
  const bytes = new Uint8Array(lengthOf(text));
  let length = 0;
  /** Hexadecimal digits still expected after a percent sign, and the value of those read so far. */
  let digits = 0;
  let value = 0;
  for await (const slice of slices(text, pause)) {
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

/** Lets other requests run between two slices; throws if this request is over. */
export type Pause = () => Promise<void>;

/** Processed without a pause. Any loop over this many bytes takes less than a millisecond. */
const SLICE_BYTES = 64 * 1024;

/** Space, tab and the line breaks of ASCII. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** The text in slices, with a pause between them. */
async function* slices(text: TextBytes, pause: Pause): AsyncGenerator<Uint8Array, void> {
  let isFirst = true;
  for (const chunk of text) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      if (!isFirst) await pause();
      isFirst = false;
      yield chunk.subarray(at, at + SLICE_BYTES);
    }
  }
}

/** The text without its first bytes. */
function withoutFirst(text: TextBytes, bytes: number): TextBytes {
  let left = bytes;
  return text.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(left, chunk.length));
    left -= chunk.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** The text without leading white space; empty if there is nothing else. */
export async function withoutLeadingSpace(text: TextBytes, pause: Pause): Promise<TextBytes> {
  let spaces = 0;
  for await (const slice of slices(text, pause)) {
    const first = slice.findIndex((code) => !isSpace(code));
    if (first !== -1) return withoutFirst(text, spaces + first);
    spaces += slice.length;
  }
  return [];
}

/** The first bytes as Latin-1. */
function prefix(text: TextBytes, length: number): string {
  let read = '';
  for (const chunk of text) {
    if (read.length >= length) break;
    const { buffer, byteOffset } = chunk;
    const bytes = Math.min(chunk.length, length - read.length);
    read += Buffer.from(buffer, byteOffset, bytes).toString('latin1');
  }
  return read;
}

/** Whether the byte occurs anywhere in the text. */
const contains = (text: TextBytes, byte: number): boolean => text.some((chunk) => chunk.includes(byte));
