import { ServiceError } from '../errors.js';

/** A field of the request body that the operation uses. */
export type RequestField =
  | { readonly name: string; readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextBytes }
  /** A JSON array. Its strings are kept as bytes, other items as parsed. Items are removed as they are used. */
  | { readonly name: string; readonly kind: 'list'; readonly items: unknown[] };

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

/**
 * The text of a field as the bytes in which it arrived, in chunks. A string would be a copy, and twice as large if a
 * single character is outside Latin-1.
 */
export type TextBytes = readonly Uint8Array[];

/** Lets other requests run between two slices; throws if this request is over. */
export type Pause = () => Promise<void>;

/** Processed without a pause. Any loop over this many bytes takes less than a millisecond. */
const SLICE_BYTES = 64 * 1024;

export const textBytes = (text: string): TextBytes => [Buffer.from(text)];

export const lengthOf = (text: TextBytes): number => text.reduce((sum, { length }) => sum + length, 0);

/** Space, tab and the line breaks of ASCII. */
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** The text in slices, with a pause between them. */
export async function* slices(text: TextBytes, pause: Pause): AsyncGenerator<Uint8Array, void> {
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
export function dropped(text: TextBytes, bytes: number): TextBytes {
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
    if (first !== -1) return dropped(text, spaces + first);
    spaces += slice.length;
  }
  return [];
}

/** The first bytes as Latin-1. */
export function beginning(text: TextBytes, length: number): string {
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
export const holds = (text: TextBytes, byte: number): boolean => text.some((chunk) => chunk.includes(byte));

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

export const notAString = (name: string): ServiceError =>
  new ServiceError('malformed-body', `The field ${name} must be a string: Base64 or an image URL.`, {
    field: name,
  });
