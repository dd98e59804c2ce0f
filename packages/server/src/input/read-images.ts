import { setImmediate as nextTick } from 'node:timers/promises';
import { VECTOR_NORM } from '@facet/engine';
import { quote, ServiceError } from '../errors.js';
import { lengthOf, readImageText, withoutLeadingSpace, type Pause, type TextBytes } from './image-text.js';

/** A field of the request body that the operation uses. */
export type RequestField =
  | { readonly name: string; readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextBytes }
  /** A JSON array. Its strings are kept as bytes, other items as parsed. Items are removed as they are used. */
  | { readonly name: string; readonly kind: 'list'; readonly items: unknown[] };

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

export const notAString = (name: string): ServiceError =>
  new ServiceError('malformed-body', `The field ${name} must be a string: Base64 or an image URL.`, {
    field: name,
  });

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
    sources.push([field, isImage ? await sourceOf(given, options, pause) : readVector(given)]);
  }
  const loaded = await fetchAll(sources, options);
  return Object.fromEntries(loaded) as Record<Name, FaceInput>;
}

export const VECTOR_NUMBERS = 128;

/** Far more than 128 numbers need, even with full precision and one per line. */
const MAX_TEXT_LENGTH = 16 * 1024;

/**
 * All vectors of the service have the same Euclidean norm. Rounding to three digits or to half precision changes it by
 * less than this ratio; vectors of other services and normalised vectors are further off.
 */
const LENGTH_TOLERANCE = 0.01;

/**
 * Reads a stored vector of `/get_face_vec`: a JSON array, or a form field or file that contains one.
 * @throws ServiceError for anything but 128 finite numbers with the norm of our vectors
 */
export function readVector(field: RequestField): Float32Array {
  const values = field.kind === 'list' ? field.items : parsed(field);
  const refused = (why: string): ServiceError =>
    new ServiceError(
      'bad-parameter',
      `${field.name} must be ${VECTOR_NUMBERS} numbers, as /get_face_vec gives them${why}.`,
      {
        field: field.name,
      },
    );
  if (!Array.isArray(values)) throw refused(', in a JSON array');
  if (values.length !== VECTOR_NUMBERS) throw refused(`, but has ${values.length}`);
  const odd = values.findIndex((value) => typeof value !== 'number' || !Number.isFinite(value));
  if (odd !== -1) throw refused(`, but value ${odd} is ${quote(written(values[odd]))}`);
  const vector = Float32Array.from(values as number[]);
  const length = Math.hypot(...vector);
  if (!(Math.abs(length - VECTOR_NORM) <= VECTOR_NORM * LENGTH_TOLERANCE))
    throw refused(
      `; its length is ${length.toPrecision(4)} instead of ${VECTOR_NORM.toPrecision(4)}, so it was changed or made by another service`,
    );
  return vector;
}

function parsed(field: Exclude<RequestField, { kind: 'list' }>): unknown {
  const chunks = field.kind === 'file' ? [field.bytes] : field.text;
  if (lengthOf(chunks) > MAX_TEXT_LENGTH) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Strings in a JSON list have been kept as bytes. */
const written = (value: unknown): string =>
  Array.isArray(value) && value.every((chunk) => chunk instanceof Uint8Array)
    ? Buffer.concat(value).subarray(0, 100).toString('utf8')
    : JSON.stringify(value).slice(0, 100);

const FIRST_PAGE = 4096;
const LARGEST_PAGE = 1024 * 1024;

/**
 * Collects the bytes of a body, or of one part of it, as they arrive. Chunks are copied into pages: a hostile client
 * can send millions of chunks of a byte or two, and keeping each chunk would cost a hundred times its size.
 */
export class GatheredBytes {
  readonly #full: Buffer[] = [];
  #page: Buffer = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    for (let at = 0; at < chunk.length;) {
      if (this.#used === this.#page.length) this.#startPage();
      const part = chunk.subarray(at, at + this.#page.length - this.#used);
      this.#page.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  /** The bytes as pages, without copying. */
  pages(): Buffer[] {
    return [...this.#full, this.#page.subarray(0, this.#used)].filter(({ length }) => length > 0);
  }

  /** The bytes as one new buffer. */
  whole(): Buffer {
    const whole = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const page of this.pages()) {
      whole.set(page, at);
      at += page.length;
    }
    return whole;
  }

  #startPage(): void {
    const { length } = this.#page;
    if (length > 0) this.#full.push(this.#page);
    this.#page = Buffer.allocUnsafeSlow(Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, 2 * length)));
    this.#used = 0;
  }
}
