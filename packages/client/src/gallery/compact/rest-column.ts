import { DIMENSIONS } from '../vector.js';
import type { EncodedTemplate } from './encode-template.js';

const CHUNK = 1 << 12;
/** Three bytes for each number, then up to four escapes; about one number in a hundred needs one. */
const ESCAPES_AT = 3 * DIMENSIONS;
const MAX_ESCAPES = 4;
const RECORD_BYTES = ESCAPES_AT + MAX_ESCAPES;

/** What is missing from the codes to the exact numbers of each template, read only for the few that may be near. */
export class RestColumn {
  readonly #chunks: Uint8Array[] = [];
  /** The escapes of templates with more than four. */
  readonly #manyEscapes = new Map<number, Uint8Array>();
  #length = 0;

  push(template: EncodedTemplate): void {
    if (this.#length === this.#chunks.length * CHUNK) this.#chunks.push(new Uint8Array(CHUNK * RECORD_BYTES));
    const index = this.#length++;
    const record = this.recordOf(index);
    for (let i = 0; i < DIMENSIONS; i++) {
      const rest = template.rests[i] ?? 0;
      record[3 * i] = rest;
      record[3 * i + 1] = rest >>> 8;
      record[3 * i + 2] = rest >>> 16;
    }
    if (template.escapes.length > MAX_ESCAPES) this.#manyEscapes.set(index, template.escapes);
    else record.set(template.escapes, ESCAPES_AT);
  }

  recordOf(index: number): Uint8Array {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk === undefined) throw new RangeError(`no template ${index}`);
    const start = (index % CHUNK) * RECORD_BYTES;
    return chunk.subarray(start, start + RECORD_BYTES);
  }

  escapesOf(index: number, record: Uint8Array): Uint8Array {
    return this.#manyEscapes.get(index) ?? record.subarray(ESCAPES_AT);
  }

  replaceByLast(index: number): void {
    const last = this.#length - 1;
    const escapes = this.#manyEscapes.get(last);
    this.#manyEscapes.delete(last);
    if (index !== last) {
      this.recordOf(index).set(this.recordOf(last));
      if (escapes === undefined) this.#manyEscapes.delete(index);
      else this.#manyEscapes.set(index, escapes);
    }
    this.#length = last;
    // One spare chunk stays, so that adding and removing at the edge does not allocate each time.
    if (last + 2 * CHUNK <= this.#chunks.length * CHUNK) this.#chunks.pop();
  }
}
