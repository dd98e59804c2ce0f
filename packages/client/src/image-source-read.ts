import { iterableStream, webStream, type ReadLimits } from './byte-stream.js';
import { InputError } from './errors.js';
import type { ImageReader, ImageSource, NamedImage, SentImage } from './image-source.js';
import { readImageStream } from './image-source-stream.js';
import { textKind } from './image-source-text.js';
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
