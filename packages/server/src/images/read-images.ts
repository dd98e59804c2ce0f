import { setImmediate as nextTick } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { parseVectorText, readVector } from './stored-vector.js';
import { imageTooLarge, notAString, type RequestField } from '../http/body/request-field.js';
import { readImageText, withoutLeadingSpace, type Pause } from './image-text.js';

/** Fetches the images behind URLs. */
export interface ImageFetcher {
  /** The bytes at the URL. Rejects with the signal's reason when the signal fires. */
  fetch(url: string, signal: AbortSignal, onBytes?: ByteCounter): Promise<Uint8Array>;
}

/** Called with the number of bytes as they arrive; an error that it throws ends the fetch. */
export type ByteCounter = (bytes: number) => void;

export interface ReadImagesOptions {
  /** Whether all images must arrive the same way: as files, or as strings. */
  readonly sameWay: boolean;
  /** Limit for each image. */
  readonly maxBytes: number;
  readonly fetcher: ImageFetcher;
  /** Stops the reading; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Called before memory for a decoded image is allocated, with its size. */
  readonly claim: (bytes: number) => void;
}

const missing = (name: string, vector?: string): ServiceError =>
  new ServiceError(
    'missing-field',
    `The field ${name} is missing; send an image in it${vector === undefined ? '' : `, or a stored vector in ${vector}`}.`,
    { field: name },
  );

/** The name of an image field, and of the field for a stored vector that may be sent instead. */
export interface WantedImage<Name extends string = string> {
  readonly field: Name;
  readonly vector?: string;
}

/** The bytes of an image, or the numbers of a stored vector sent instead. */
export type FaceInput = Uint8Array | Float32Array;

async function pick(
  fields: readonly RequestField[],
  name: string,
  pause: Pause,
): Promise<RequestField | undefined> {
  const filled: RequestField[] = [];
  for (const field of fields) {
    // A form may have an empty text box next to the file field of the same name.
    const isWanted =
      field.name === name &&
      (field.kind !== 'text' || (await withoutLeadingSpace(field.text, pause)).length > 0);
    if (isWanted) filled.push(field);
  }
  if (filled.length > 1) {
    throw new ServiceError('malformed-body', `The field ${name} is given more than once.`, { field: name });
  }
  return filled[0];
}

/** The field that holds the image, or the stored vector sent instead. */
async function pickOne(
  fields: readonly RequestField[],
  { field: name, vector }: WantedImage,
  pause: Pause,
): Promise<RequestField> {
  const image = await pick(fields, name, pause);
  const stored = vector === undefined ? undefined : await pick(fields, vector, pause);
  if (image !== undefined && stored !== undefined)
    throw new ServiceError(
      'malformed-body',
      `${name} and ${stored.name} are both given; send the image or the vector, not both.`,
      { field: name },
    );
  const picked = image ?? stored;
  if (picked === undefined) throw missing(name, vector);
  return picked;
}

type Source = FaceInput | { readonly url: string };

async function sourceOf(
  field: RequestField,
  { maxBytes, claim }: ReadImagesOptions,
  pause: Pause,
): Promise<Source> {
  if (field.kind === 'text') {
    const text = await readImageText(field.text, { field: field.name, maxBytes, claim, pause });
    return text.kind === 'bytes' ? text.bytes : { url: text.url };
  }
  if (field.kind === 'list') throw notAString(field.name);
  if (field.bytes.length <= maxBytes) return field.bytes;
  throw imageTooLarge(field.name, maxBytes);
}

/** The stored vector in a JSON array, or in a form field or file that contains one. */
function vectorOf(field: RequestField): Float32Array {
  if (field.kind === 'list') return readVector(field.name, field.items);
  return readVector(field.name, parseVectorText(field.kind === 'file' ? [field.bytes] : field.text));
}

/** Fetches all URLs at the same time; the first failure stops the others. */
async function fetchAll(
  sources: readonly (readonly [string, Source])[],
  { fetcher, signal }: ReadImagesOptions,
): Promise<[string, FaceInput][]> {
  const rest = new AbortController();
  const both = AbortSignal.any([signal, rest.signal]);
  const load = async ([name, source]: readonly [string, Source]): Promise<[string, FaceInput]> => {
    if (!('url' in source)) return [name, source];
    try {
      return [name, await fetcher.fetch(source.url, both)];
    } catch (error) {
      if (!(error instanceof ServiceError) || signal.aborted) throw error;
      throw new ServiceError(
        error.code,
        `${name}: ${error.message}`,
        { field: name, ...error.details },
        { cause: error },
      );
    }
  };
  try {
    return await Promise.all(sources.map(load));
  } finally {
    rest.abort();
  }
}

/**
 * Reads every wanted image, however it was sent, or the stored vector sent instead. Cheap checks come first: nothing is
 * decoded before all fields are present, and no URL is fetched before all text is parsed.
 */
export async function readImages<Name extends string>(
  fields: readonly RequestField[],
  wanted: readonly WantedImage<Name>[],
  options: ReadImagesOptions,
): Promise<Readonly<Record<Name, FaceInput>>> {
  const pause = async (): Promise<void> => {
    await nextTick();
    options.signal.throwIfAborted();
  };
  const picked: (readonly [WantedImage<Name>, RequestField])[] = [];
  for (const each of wanted) picked.push([each, await pickOne(fields, each, pause)]);
  const areFiles = picked.flatMap(([{ field }, { name, kind }]) => (name === field ? [kind === 'file'] : []));
  if (options.sameWay && new Set(areFiles).size > 1) {
    throw new ServiceError(
      'mixed-inputs',
      `${wanted.map(({ field }) => field).join(' and ')} must arrive the same way: all as files, or all as strings.`,
    );
  }
  const sources: (readonly [string, Source])[] = [];
  for (const [{ field }, given] of picked) {
    const isImage = given.name === field;
    sources.push([field, isImage ? await sourceOf(given, options, pause) : vectorOf(given)]);
  }
  const loaded = await fetchAll(sources, options);
  return Object.fromEntries(loaded) as Record<Name, FaceInput>;
}
