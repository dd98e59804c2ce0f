import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { GatheredBytes } from '../../input/read-images.js';
import type { TextBytes } from '../../input/image-text.js';

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

const notJson = (): ServiceError => new ServiceError('malformed-body', 'The request body is not valid JSON.');

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
  #long: JsonUnescaper | null = null;

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
      this.#long = new JsonUnescaper(new GatheredBytes());
      this.#long.add(this.#rest.subarray(this.#stringStart, this.#used));
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

const U = 0x75;
const REPLACEMENT = 0xfffd;

/** The character that a backslash and a letter encode; 0 if there is none. */
const ESCAPES = new Uint8Array(256);
for (const [letter, meaning] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  ESCAPES[letter?.charCodeAt(0) ?? 0] = meaning?.charCodeAt(0) ?? 0;

const NO_DIGIT = 16;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const digits of ['0123456789abcdef', '0123456789ABCDEF'])
  for (const [value, code] of Buffer.from(digits).entries()) DIGITS[code] = value;

/**
 * States: outside an escape, or directly after its backslash. A positive state is the number of digits still expected.
 */
const PLAIN = -1;
const LETTER = 0;

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Decodes the escapes of a JSON string while it arrives. The result is never longer than the input. */
export class JsonUnescaper {
  readonly #gathered: GatheredBytes;
  #state = PLAIN;
  /** The value of the digits read so far. */
  #unit = 0;

  constructor(gathered: GatheredBytes) {
    this.#gathered = gathered;
  }

  /** @throws ServiceError for an escape that JSON does not have */
  add(part: Buffer): void {
    if (this.#state === PLAIN && !part.includes(BACKSLASH)) {
      this.#gathered.add(part);
      return;
    }
    // An escape that began in the previous part may end here and decode to up to three bytes.
    const plain = Buffer.allocUnsafe(part.length + 3);
    let length = 0;
    let state = this.#state;
    let unit = this.#unit;
    for (const code of part) {
      if (state === PLAIN) {
        if (code === BACKSLASH) state = LETTER;
        else plain[length++] = code;
      } else if (state === LETTER) {
        const meaning = ESCAPES[code] ?? 0;
        if (meaning !== 0) plain[length++] = meaning;
        else if (code !== U) throw unknownEscape();
        state = meaning === 0 ? 4 : PLAIN;
        unit = 0;
      } else {
        const digit = DIGITS[code] ?? NO_DIGIT;
        if (digit === NO_DIGIT) throw unknownEscape();
        unit = unit * 16 + digit;
        if (--state > 0) continue;
        length = writeUnit(unit, plain, length);
        state = PLAIN;
      }
    }
    this.#state = state;
    this.#unit = unit;
    this.#gathered.add(plain.subarray(0, length));
  }

  end(): TextBytes {
    if (this.#state !== PLAIN) throw unknownEscape();
    return this.#gathered.pages();
  }
}

function writeUnit(unit: number, plain: Buffer, at: number): number {
  if (unit < 0x80) {
    plain[at] = unit;
    return at + 1;
  }
  // Base64 and URLs contain no such characters: any replacement makes them invalid, as they must be.
  const known = isSurrogate(unit) ? REPLACEMENT : unit;
  if (known < 0x800) {
    plain[at] = 0xc0 | (known >> 6);
    plain[at + 1] = 0x80 | (known & 0x3f);
    return at + 2;
  }
  plain[at] = 0xe0 | (known >> 12);
  plain[at + 1] = 0x80 | ((known >> 6) & 0x3f);
  plain[at + 2] = 0x80 | (known & 0x3f);
  return at + 3;
}

const unknownEscape = (): ServiceError =>
  new ServiceError('malformed-body', 'The request body is not valid JSON.');
