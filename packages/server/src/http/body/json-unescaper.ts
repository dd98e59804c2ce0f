import { ServiceError } from '../../errors.js';
import type { TextBytes } from '../../input/text-bytes.js';
import type { GatheredBytes } from '../../input/gathered-bytes.js';

const BACKSLASH = 0x5c;
const U = 0x75;
const REPLACEMENT = 0xfffd;

/** What a letter after a backslash stands for; 0 where it stands for nothing. */
const MEANINGS = new Uint8Array(256);
for (const [letter, meaning] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  MEANINGS[letter?.charCodeAt(0) ?? 0] = meaning?.charCodeAt(0) ?? 0;

const NO_DIGIT = 16;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const digits of ['0123456789abcdef', '0123456789ABCDEF'])
  for (const [value, code] of Buffer.from(digits).entries()) DIGITS[code] = value;

/** The states within an escape: no escape, its letter comes next; from there on, so many digits are still to come. */
const PLAIN = -1;
const LETTER = 0;

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Undoes the escapes of a JSON string while it arrives. The result is never longer than what came. */
export class JsonUnescaper {
  readonly #gathered: GatheredBytes;
  #state = PLAIN;
  /** Of the digits that have come. */
  #unit = 0;

  constructor(gathered: GatheredBytes) {
    this.#gathered = gathered;
  }

  /** @throws ServiceError where the text has an escape that JSON does not know */
  add(part: Buffer): void {
    if (this.#state === PLAIN && !part.includes(BACKSLASH)) {
      this.#gathered.add(part);
      return;
    }
    // An escape that began in the part before may end here, and stands for up to three bytes.
    const plain = Buffer.allocUnsafe(part.length + 3);
    let length = 0;
    let state = this.#state;
    let unit = this.#unit;
    for (const code of part) {
      if (state === PLAIN) {
        if (code === BACKSLASH) state = LETTER;
        else plain[length++] = code;
      } else if (state === LETTER) {
        const meaning = MEANINGS[code] ?? 0;
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
  // No image is written with such characters: what matters is only that something stands where they stood.
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
