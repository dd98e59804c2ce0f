import { GalleryError, type GalleryErrorCode } from './gallery-error.js';

/** What kind of value a caller without types gave, for messages; never the value itself. */
export const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);

export function checkOptions<Options extends object>(options: Options): Options {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw new GalleryError('option-invalid', `options must be an object, not ${kindOf(options)}`);
  return options;
}

/** Rejects with `code` what is not iterable; `what` names the expected values. */
export function checkIterable<Given>(given: Given, code: GalleryErrorCode, what: string): Given {
  const isIterable =
    typeof given === 'object' &&
    given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isIterable) throw new GalleryError(code, `give an iterable of ${what}, not ${kindOf(given)}`);
  return given;
}

export const MAX_K = 1000;

export function checkK(k = 1): number {
  if (!Number.isInteger(k) || k < 1 || k > MAX_K) {
    throw new GalleryError('option-invalid', `k must be an integer from 1 to ${MAX_K}, not ${String(k)}`);
  }
  return k;
}

export const MAX_ID_BYTES = 512;
export const MAX_META_BYTES = 64 * 1024;
/** Its declared type leaves out that functions and symbols have no JSON. */
const toJson = JSON.stringify as (value: unknown) => string | undefined;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** For lookups: any text is allowed, also one that cannot be enrolled, since nobody has that id. */
export function checkIsText(id: string): void {
  if (typeof id !== 'string') throw new GalleryError('id-invalid', `it is ${kindOf(id)}`);
}

export function checkId(id: string): void {
  checkIsText(id);
  const bytes = utf8Length(id, MAX_ID_BYTES);
  if (bytes < 1 || bytes > MAX_ID_BYTES) throw new GalleryError('id-invalid', `it has ${bytes} bytes`);
  if (LONE_SURROGATE.test(id)) throw new GalleryError('id-invalid', 'it holds half a character');
  // Databases such as PostgreSQL cannot store it.
  if (id.includes('\0')) throw new GalleryError('id-invalid', 'it holds a NUL');
}

/** The meta value as JSON text: checked when it is given, and safe from later changes of the object. */
export function toMetaText(meta: unknown): string {
  let text: string | undefined;
  try {
    text = toJson(meta);
  } catch (cause) {
    throw new GalleryError('meta-invalid', 'it cannot be written as JSON', { cause });
  }
  if (text === undefined) throw new GalleryError('meta-invalid', `it is ${kindOf(meta)}`);
  const bytes = utf8Length(text, MAX_META_BYTES);
  if (bytes > MAX_META_BYTES) throw new GalleryError('meta-invalid', `it has ${bytes} bytes`);
  return text;
}

/** The length in UTF-8, counted only where it may matter for the limit: a unit of the text takes up to three bytes. */
function utf8Length(text: string, limit: number): number {
  if (text.length > limit || 3 * text.length <= limit) return text.length;
  return new TextEncoder().encode(text).length;
}
