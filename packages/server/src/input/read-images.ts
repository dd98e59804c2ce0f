import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { ImageFetcher } from './fetch-image.js';
import { readImageText } from './image-text.js';
import { textBytes, withoutLeadingSpace, type Pace, type TextBytes } from './text-bytes.js';

/** A field of a request's body that may hold an image. */
export type RequestField =
  | { readonly name: string; readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextBytes };

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

const missing = (name: string): ServiceError =>
  new ServiceError('missing-field', `The field ${name} is missing; send an image in it.`, { field: name });

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
  return wanted.flatMap((name): RequestField[] => {
    const value = entries.get(name);
    if (value === undefined || value === null) return [];
    if (typeof value === 'string')
      return [{ name, kind: 'text', text: longStrings.get(value) ?? textBytes(value) }];
    throw new ServiceError('malformed-body', `The field ${name} must be a string: Base64 or an image URL.`, {
      field: name,
    });
  });
}

async function pick(fields: readonly RequestField[], name: string, pace: Pace): Promise<RequestField> {
  const filled: RequestField[] = [];
  for (const field of fields) {
    // A form may carry an unused text box beside the file of the same name.
    const isWanted =
      field.name === name &&
      (field.kind === 'file' || (await withoutLeadingSpace(field.text, pace)).length > 0);
    if (isWanted) filled.push(field);
  }
  if (filled.length > 1) {
    throw new ServiceError('malformed-body', `The field ${name} is given more than once.`, { field: name });
  }
  const [field] = filled;
  if (field === undefined) throw missing(name);
  return field;
}

type Source = Uint8Array | { readonly url: string };

async function sourceOf(
  field: RequestField,
  { maxBytes, claim }: ReadImagesOptions,
  pace: Pace,
): Promise<Source> {
  if (field.kind === 'text') {
    const text = await readImageText(field.text, { field: field.name, maxBytes, claim, pace });
    return text.kind === 'bytes' ? text.bytes : { url: text.url };
  }
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
): Promise<[string, Uint8Array][]> {
  const rest = new AbortController();
  const both = AbortSignal.any([signal, rest.signal]);
  const load = async ([name, source]: readonly [string, Source]): Promise<[string, Uint8Array]> => {
    if (source instanceof Uint8Array) return [name, source];
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
 * The bytes of every wanted image, whichever way it arrived. Cheap checks come first:
 * nothing is decoded before all fields are there, nothing is fetched before all text is understood.
 */
export async function readImages<Name extends string>(
  fields: readonly RequestField[],
  wanted: readonly Name[],
  options: ReadImagesOptions,
): Promise<Readonly<Record<Name, Uint8Array>>> {
  const pace = async (): Promise<void> => {
    await nextTurn();
    options.signal.throwIfAborted();
  };
  const picked: RequestField[] = [];
  for (const name of wanted) picked.push(await pick(fields, name, pace));
  if (options.sameWay && new Set(picked.map(({ kind }) => kind)).size > 1) {
    throw new ServiceError(
      'mixed-inputs',
      `${wanted.join(' and ')} must arrive the same way: all as files, or all as strings.`,
    );
  }
  const sources: (readonly [string, Source])[] = [];
  for (const field of picked) sources.push([field.name, await sourceOf(field, options, pace)]);
  const images = await fetchAll(sources, options);
  return Object.fromEntries(images) as Record<Name, Uint8Array>;
}
