import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { ImageFetcher } from './fetch-image.js';
import { readImageText } from './image-text.js';
import { readVector } from './read-vector.js';
import type { RequestField } from './request-field.js';
import { textBytes, withoutLeadingSpace, type Pace, type TextBytes } from './text-bytes.js';

export interface ReadImagesOptions {
  /** Must all images arrive as files, or all as strings? */
  readonly sameWay: boolean;
  /** For each image. */
  readonly maxBytes: number;
  readonly fetcher: ImageFetcher;
  /** Ends the reading, with its reason. */
  readonly signal: AbortSignal;
  /** Told how much memory an image takes beside the text that it comes from, before it is taken. */
  readonly claim: (bytes: number) => void;
}

const missing = (name: string, vector?: string): ServiceError =>
  new ServiceError(
    'missing-field',
    `The field ${name} is missing; send an image in it${vector === undefined ? '' : `, or a stored vector in ${vector}`}.`,
    { field: name },
  );

/** The field of an image, and that of a stored vector which may be sent instead. */
export interface WantedImage<Name extends string = string> {
  readonly field: Name;
  readonly vector?: string;
}

/** The bytes of an image, or the numbers of a stored vector in its place. */
export type FaceInput = Uint8Array | Float32Array;

/** The image fields of a parsed JSON body. */
export function fieldsOfJson(
  body: unknown,
  wanted: readonly string[],
  longStrings: ReadonlyMap<string, TextBytes>,
): RequestField[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('malformed-body', 'The body must be a JSON object that holds the image fields.');
  }
  const entries = new Map<string, unknown>(Object.entries(body));
  const textOf = (value: string): TextBytes => longStrings.get(value) ?? textBytes(value);
  return wanted.flatMap((name): RequestField[] => {
    const value = entries.get(name);
    if (value === undefined || value === null) return [];
    if (typeof value === 'string') return [{ name, kind: 'text', text: textOf(value) }];
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => (typeof item === 'string' ? textOf(item) : item));
      return [{ name, kind: 'list', items }];
    }
    throw notAString(name);
  });
}

const notAString = (name: string): ServiceError =>
  new ServiceError('malformed-body', `The field ${name} must be a string: Base64 or an image URL.`, {
    field: name,
  });

async function pick(
  fields: readonly RequestField[],
  name: string,
  pace: Pace,
): Promise<RequestField | undefined> {
  const filled: RequestField[] = [];
  for (const field of fields) {
    // A form may carry an unused text box beside the file of the same name.
    const isWanted =
      field.name === name &&
      (field.kind !== 'text' || (await withoutLeadingSpace(field.text, pace)).length > 0);
    if (isWanted) filled.push(field);
  }
  if (filled.length > 1) {
    throw new ServiceError('malformed-body', `The field ${name} is given more than once.`, { field: name });
  }
  return filled[0];
}

/** An image, or the stored vector in its place. */
async function pickOne(
  fields: readonly RequestField[],
  { field: name, vector }: WantedImage,
  pace: Pace,
): Promise<RequestField> {
  const image = await pick(fields, name, pace);
  const stored = vector === undefined ? undefined : await pick(fields, vector, pace);
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
  pace: Pace,
): Promise<Source> {
  if (field.kind === 'text') {
    const text = await readImageText(field.text, { field: field.name, maxBytes, claim, pace });
    return text.kind === 'bytes' ? text.bytes : { url: text.url };
  }
  if (field.kind === 'list') throw notAString(field.name);
  if (field.bytes.length <= maxBytes) return field.bytes;
  throw new ServiceError(
    'too-many-bytes',
    `The image in ${field.name} is larger than the limit of ${maxBytes} bytes.`,
    {
      field: field.name,
      limitBytes: maxBytes,
    },
  );
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
 * Every wanted image, whichever way it arrived, or the stored vector that was sent in its place. Cheap checks come first:
 * nothing is decoded before all fields are there, nothing is fetched before all text is understood.
 */
export async function readImages<Name extends string>(
  fields: readonly RequestField[],
  wanted: readonly WantedImage<Name>[],
  options: ReadImagesOptions,
): Promise<Readonly<Record<Name, FaceInput>>> {
  const pace = async (): Promise<void> => {
    await nextTurn();
    options.signal.throwIfAborted();
  };
  const picked: (readonly [WantedImage<Name>, RequestField])[] = [];
  for (const each of wanted) picked.push([each, await pickOne(fields, each, pace)]);
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
    sources.push([field, isImage ? await sourceOf(given, options, pace) : readVector(given)]);
  }
  const loaded = await fetchAll(sources, options);
  return Object.fromEntries(loaded) as Record<Name, FaceInput>;
}
