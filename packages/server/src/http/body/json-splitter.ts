import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import type { TextBytes } from '../../input/text-bytes.js';
import { GatheredBytes } from '../../input/gathered-bytes.js';
import { JsonUnescaper } from './json-unescaper.js';

/** A longer string can only be an image. It is longer than any body of an account request. */
const LONGEST_SHORT_STRING = 16 * 1024;

/** A body has a handful of fields. The parser makes up to seventy bytes of three (`{},`), and takes its time over them. */
const MOST_VALUES = 10_000;
const MOST_OTHER_BYTES = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Before each value of a JSON text stands one of these. */
const isValueSign = (code: number): boolean =>
  code === 0x7b || code === 0x5b || code === 0x2c || code === 0x3a;
const isBlank = (code: number): boolean => code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;

/** Bytes within a string that need no further look; nothing after the end of a chunk is one. */
const IS_PLAIN = new Uint8Array(256).fill(1).fill(0, 0, SPACE);
IS_PLAIN[QUOTE] = 0;
IS_PLAIN[BACKSLASH] = 0;

export interface SplitJson {
  /** The JSON with a name in place of each long string. */
  readonly rest: Buffer;
  /** The long strings by their names, which nobody can guess. */
  readonly longStrings: ReadonlyMap<string, TextBytes>;
}

const notJson = (): ServiceError => new ServiceError('malformed-body', 'The request body is not valid JSON.');

/**
 * Takes the long strings out of a JSON body while it arrives, as bytes, so that the parser sees only the little that is
 * left, and no string is ever made of an image. White space between values is dropped.
 */
export class JsonSplitter {
  readonly #name = randomUUID();
  readonly #longStrings = new Map<string, TextBytes>();
  #rest = Buffer.allocUnsafe(4096);
  #used = 0;
  #values = 0;
  #inString = false;
  #escaped = false;
  /** Where the string that is open begins in the rest. */
  #stringStart = 0;
  /** The string that is open, where it is a long one. */
  #long: JsonUnescaper | null = null;

  /** @throws ServiceError as soon as the body cannot be one that is wanted */
  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;)
      at = this.#inString ? this.#string(chunk, at) : this.#other(chunk, at);
  }

  end(): SplitJson {
    if (this.#inString) throw notJson();
    return { rest: this.#rest.subarray(0, this.#used), longStrings: this.#longStrings };
  }

  /** What stands between strings; gives back where the next string begins, or the end. */
  #other(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk[at] ?? 0;
      if (isBlank(code)) {
        if (this.#used > 0 && this.#rest[this.#used - 1] === SPACE) continue;
        this.#keep(SPACE);
        continue;
      }
      if (isValueSign(code) && ++this.#values > MOST_VALUES) throw tooManyValues();
      this.#keep(code);
      if (code !== QUOTE) continue;
      this.#inString = true;
      this.#stringStart = this.#used;
      return at + 1;
    }
    return chunk.length;
  }

  /** A string or a part of it; gives back where it ends, its quotation mark included. */
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
    if (this.#long === null && this.#used - this.#stringStart + part.length > LONGEST_SHORT_STRING) {
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
    if (needed > MOST_OTHER_BYTES) throw tooManyValues();
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
