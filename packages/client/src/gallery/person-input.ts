import { GalleryError } from './gallery-error.js';

export const MAX_ID_BYTES = 512;
export const MAX_META_BYTES = 64 * 1024;
const encoder = new TextEncoder();
/** Its declared type leaves out that functions and symbols have no JSON. */
const toJson = JSON.stringify as (value: unknown) => string | undefined;
const LONE_SURROGATE = /\p{Surrogate}/u;

export function checkId(id: string): void {
  if (typeof id !== 'string') throw new GalleryError('id-invalid', `it is a ${typeof id}`);
  const bytes = id.length > MAX_ID_BYTES ? id.length : encoder.encode(id).length;
  if (bytes < 1 || bytes > MAX_ID_BYTES) throw new GalleryError('id-invalid', `it has ${bytes} bytes`);
  if (LONE_SURROGATE.test(id)) throw new GalleryError('id-invalid', 'it holds half a character');
}

/** The meta value as JSON text: checked when it is given, and safe from later changes of the object. */
export function toMetaText(meta: unknown): string {
  let text: string | undefined;
  try {
    text = toJson(meta);
  } catch (cause) {
    throw new GalleryError('meta-invalid', 'it cannot be written as JSON', { cause });
  }
  if (text === undefined) throw new GalleryError('meta-invalid', `it is a ${typeof meta}`);
  const bytes = text.length > MAX_META_BYTES ? text.length : encoder.encode(text).length;
  if (bytes > MAX_META_BYTES) throw new GalleryError('meta-invalid', `it has ${bytes} bytes`);
  return text;
}
