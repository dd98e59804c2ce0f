import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { ServiceError } from '../../errors.js';
import { GatheredBytes } from './body-stream.js';
import type { TextBytes } from './request-field.js';

/** A longer string can only be an image. Longer than any account request body. */
const MAX_SHORT_STRING_LENGTH = 16 * 1024;

/** A body has a handful of fields. JSON.parse needs up to seventy bytes for three (`{},`), and time for each value. */
const MAX_VALUES = 10_000;
const MAX_OTHER_BYTES = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** `{`, `[`, `,` or `:`: each value of a JSON text follows one of them. */
const precedesValue = (code: number): boolean =>
  code === 0x7b || code === 0x5b || code === 0x2c || code === 0x3a;
const isBlank = (code: number): boolean => code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;

/** 1 for bytes within a string that need no special handling. */
const IS_PLAIN = new Uint8Array(256).fill(1).fill(0, 0, SPACE);
IS_PLAIN[QUOTE] = 0;
IS_PLAIN[BACKSLASH] = 0;

export interface SplitJson {
  /** The JSON text, with each long string replaced by a name. */
  readonly rest: Buffer;
  /** The long strings by name. The names cannot be guessed. */
  readonly longStrings: ReadonlyMap<string, TextBytes>;
}

export const notJson = (cause?: unknown): ServiceError =>
  new ServiceError('malformed-body', 'The request body is not valid JSON.', {}, { cause });

/**
 * Extracts the long strings from a JSON body as bytes while it arrives, so that JSON.parse only sees the small rest and
 * no image is ever turned into a string. White space between values is collapsed.
 */
export class JsonSplitter {
  readonly #name = randomUUID();
  readonly #longStrings = new Map<string, TextBytes>();
  #rest = Buffer.allocUnsafe(4096);
  #used = 0;
  #values = 0;
  #inString = false;
  #escaped = false;
  /** Start of the current string in `#rest`. */
  #stringStart = 0;
  /** The current string, if it is a long one. */
  #long: LongString | null = null;

  /** @throws ServiceError as soon as the body cannot be a valid request */
  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;)
      at = this.#inString ? this.#string(chunk, at) : this.#other(chunk, at);
  }

  end(): SplitJson {
    if (this.#inString) throw notJson();
    return { rest: this.#rest.subarray(0, this.#used), longStrings: this.#longStrings };
  }

  /** Reads what is between strings; returns the start of the next string, or the end of the chunk. */
  #other(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk[at] ?? 0;
      if (isBlank(code)) {
        if (this.#used > 0 && this.#rest[this.#used - 1] === SPACE) continue;
        this.#keep(SPACE);
        continue;
      }
      if (precedesValue(code) && ++this.#values > MAX_VALUES) throw tooManyValues();
      this.#keep(code);
      if (code !== QUOTE) continue;
      this.#inString = true;
      this.#stringStart = this.#used;
      return at + 1;
    }
    return chunk.length;
  }

  /** Reads a string or a part of one; returns the index after it. */
  #string(chunk: Buffer, from: number): number {
    let at = from;
    let escaped = this.#escaped;
    for (; at < chunk.length; at++) {
      if (!escaped) while (IS_PLAIN[chunk[at] ?? 0] === 1) at++;
      if (at === chunk.length) break;
      const code = chunk[at] ?? 0;
      if (code < SPACE) throw notJson();
      if (escaped) escaped = false;
      else if (code === BACKSLASH) escaped = true;
      else if (code === QUOTE) break;
    }
    this.#escaped = escaped;
    this.#keepString(chunk.subarray(from, at));
    if (at === chunk.length) return at;
    this.#endString();
    return at + 1;
  }

  #keepString(part: Buffer): void {
    if (this.#long === null && this.#used - this.#stringStart + part.length > MAX_SHORT_STRING_LENGTH) {
      this.#long = new LongString();
      // A copy, because what follows the string is written to the same place.
      this.#long.add(Buffer.from(this.#rest.subarray(this.#stringStart, this.#used)));
      this.#used = this.#stringStart;
    }
    if (this.#long !== null) this.#long.add(part);
    else this.#keep(part);
  }

  #endString(): void {
    this.#inString = false;
    if (this.#long !== null) {
      const name = `${this.#name}-${this.#longStrings.size}`;
      this.#longStrings.set(name, this.#long.end());
      this.#long = null;
      this.#keep(Buffer.from(name));
    }
    this.#keep(QUOTE);
  }

  #keep(bytes: Buffer | number): void {
    const needed = this.#used + (typeof bytes === 'number' ? 1 : bytes.length);
    if (needed > MAX_OTHER_BYTES) throw tooManyValues();
    if (needed > this.#rest.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#rest.length));
      this.#rest.copy(larger, 0, 0, this.#used);
      this.#rest = larger;
    }
    if (typeof bytes === 'number') this.#rest[this.#used] = bytes;
    else bytes.copy(this.#rest, this.#used);
    this.#used = needed;
  }
}

const tooManyValues = (): ServiceError =>
  new ServiceError('malformed-body', 'The JSON body has more values than a request can need.');

/** A long string. Its escapes are decoded while it arrives; the result is never longer than the input. */
class LongString {
  readonly #bytes = new GatheredBytes();
  readonly #decoder = new StringDecoder('utf8');
  #isPlain = true;
  /** The beginning of an escape that continues in the next part. */
  #open = '';

  /** @throws ServiceError for an escape that JSON does not have */
  add(part: Buffer): void {
    this.#isPlain &&= isAscii(part) && !part.includes(BACKSLASH);
    if (this.#isPlain) {
      this.#bytes.add(part);
      return;
    }
    const text = this.#open + this.#decoder.write(part);
    const end = startOfOpenEscape(text);
    this.#open = text.slice(end);
    try {
      this.#bytes.add(Buffer.from(JSON.parse(`"${text.slice(0, end)}"`) as string));
    } catch (cause) {
      throw notJson(cause);
    }
  }

  end(): TextBytes {
    if (this.#open !== '') throw notJson();
    this.#bytes.add(Buffer.from(this.#decoder.end()));
    return this.#bytes.chunks();
  }
}

/** Where the escape begins that the text does not end; the length of the text if there is none. */
function startOfOpenEscape(text: string): number {
  const last = text.lastIndexOf('\\');
  let first = last;
  while (text[first - 1] === '\\') first--;
  // In a row of backslashes, every other one is itself escaped.
  const isOpen = (last - first) % 2 === 0 && last + (text[last + 1] === 'u' ? 6 : 2) > text.length;
  return last !== -1 && isOpen ? last : text.length;
}
