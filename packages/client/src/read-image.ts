import {
  type ByteStream,
  iterableStream,
  NotBytes,
  readBytes,
  type ReadLimits,
  webStream,
} from './byte-stream.js';
import { InputError } from './errors.js';
import type { ImageReader, ImageSource, NamedImage, SentImage } from './image-source.js';
import { fileSystem, readLocalFile, tooLarge } from './local-file.js';

const WHAT_AN_IMAGE_IS =
  'An image is a path, URL, Base64 string, Buffer, Uint8Array, ArrayBuffer, Blob or stream, or { url }, { base64 } or { path }.';

/** Turns an image of any form into what can be sent, and sent again. */
export async function prepareImage(source: ImageSource, limits: ReadLimits): Promise<SentImage> {
  if (typeof source === 'string') return fromString(source, limits);
  if (source instanceof URL) return fromUrl(source, limits);
  if (source instanceof Blob) return bytes(source, limits);
  if (source instanceof ArrayBuffer) return bytes(new Blob([source]), limits);
  // The copy also guards against changes to the caller's buffer while the call runs.
  if (ArrayBuffer.isView(source)) return bytes(new Blob([new Uint8Array(source)]), limits);
  if (isObject(source)) {
    if ('getReader' in source)
      return bytes(await readImageStream(webStream(unlocked(source)), limits), limits);
    if (Symbol.asyncIterator in source)
      return bytes(await readImageStream(iterableStream(source), limits), limits);
    if ('readImage' in source) return bytes(await source.readImage(limits), limits);
    return fromNamed(source, limits);
  }
  throw new InputError(WHAT_AN_IMAGE_IS);
}

/** Callers without types pass anything. */
const isObject = (source: unknown): source is object => typeof source === 'object' && source !== null;

async function fromNamed(source: Exclude<NamedImage, ImageReader>, limits: ReadLimits): Promise<SentImage> {
  if ('url' in source) return { as: 'text', text: String(source.url) };
  if ('base64' in source) return { as: 'text', text: source.base64 };
  if ('path' in source) return bytes(await readLocalFile(source.path, limits), limits);
  throw new InputError(WHAT_AN_IMAGE_IS);
}

async function fromString(text: string, limits: ReadLimits): Promise<SentImage> {
  if (text.trim() === '') throw new InputError('The image is an empty string.');
  const kind = textKind(text, fileSystem() !== null);
  if (kind === 'path') return bytes(await readLocalFile(text, limits), limits);
  if (kind === 'file-url') return fromUrl(new URL(text), limits);
  return { as: 'text', text };
}

async function fromUrl(url: URL, limits: ReadLimits): Promise<SentImage> {
  switch (url.protocol) {
    case 'http:':
    case 'https:':
    case 'data:':
      return { as: 'text', text: url.href };
    case 'file:':
      return bytes(await readLocalFile(url, limits), limits);
    default:
      throw new InputError(
        `An image URL begins with https:, http:, data: or file:, not with ${url.protocol} (of a blob: URL, send the Blob itself).`,
      );
  }
}

function bytes(blob: Blob, { maxBytes }: ReadLimits): SentImage {
  if (blob.size > maxBytes) throw new InputError(tooLarge(`The image has ${blob.size} bytes`, maxBytes));
  return { as: 'bytes', blob };
}

function unlocked(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (stream.locked) throw new InputError('The image stream is already being read; pass a fresh one.');
  return stream;
}

/** Reads a stream into memory, because a stream can be sent only once and a call may have to be repeated. */
async function readImageStream(stream: ByteStream, limits: ReadLimits): Promise<Blob> {
  const blob = await readBytes(stream, limits).catch((error: unknown) => {
    if (limits.signal.aborted) throw error;
    throw error instanceof NotBytes
      ? new InputError(`The image stream must give bytes, but gave a ${error.message}.`)
      : new InputError('The image stream failed while it was read.', { cause: error });
  });
  if (blob === null) throw new InputError(tooLarge('The image stream holds more bytes', limits.maxBytes));
  return blob;
}

/** What a string given as an image is. */
type TextKind = 'url' | 'data-url' | 'file-url' | 'base64' | 'path';

/** How the Base64 of JPEG, PNG, WebP and AVIF images begins, in the plain and the URL-safe alphabet. */
const IMAGE_BEGINNINGS = /^(?:[/_]9j[/_]|iVBORw0KGgo|UklGR|AAAA.GZ0eXB)/;
/** Long enough for a beginning with line breaks in it. */
const BEGINNING = 64;
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
/** No system takes longer paths. */
const MAX_PATH_LENGTH = 4096;

/** Tells paths from Base64 by content: only the latter begins as images do, or is longer than any path. */
export function textKind(text: string, hasFiles: boolean): TextKind {
  if (/^https?:\/\//i.test(text)) return 'url';
  if (/^data:/i.test(text)) return 'data-url';
  if (/^file:\/\//i.test(text)) return 'file-url';
  if (NOT_BASE64.test(text)) return 'path';
  // Where there are no files, nothing else can be meant.
  if (!hasFiles || text.length > MAX_PATH_LENGTH) return 'base64';
  return IMAGE_BEGINNINGS.test(text.slice(0, BEGINNING).replace(/\s+/g, '')) ? 'base64' : 'path';
}
