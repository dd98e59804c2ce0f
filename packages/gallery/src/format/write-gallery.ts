import { crc32 } from './crc32.js';
import { DIMENSIONS } from '../vector.js';
import {
  BLOCK_BYTES,
  BLOCK_HEADER_BYTES,
  END_BYTES,
  HEADER_BYTES,
  HEADER_SUM_OFFSET,
  MAGIC,
  MAX_BLOCK_BYTES,
  MAX_VECTORS_PER_RECORD,
  MODEL_OFFSET,
  NO_META,
  RECORD_HEADER_BYTES,
  VECTOR_BYTES,
  VERSION,
} from './layout.js';

const encoder = new TextEncoder();

interface PersonRecord {
  readonly id: string;
  /** JSON text. */
  readonly meta: string | undefined;
  readonly vectors: readonly number[];
}

interface WritableGallery {
  /** None in a gallery that has been empty so far. */
  readonly model: string | undefined;
  readonly records: Iterable<PersonRecord>;
  readonly read: (vector: number, into: Float32Array) => void;
}

/** The bytes of a gallery, block by block. */
export function* writeGallery(gallery: WritableGallery): Generator<Uint8Array, void, undefined> {
  const writer = new GalleryWriter(gallery.read);
  yield writer.header(gallery.model);
  for (const record of gallery.records) yield* writer.add(record);
  yield* writer.end();
}

/** Writes a gallery whose people come one by one: first `header`, then `add` for each, then `end`. */
export class GalleryWriter {
  readonly #block: Block;
  #people = 0;
  #vectors = 0;

  constructor(read: WritableGallery['read']) {
    this.#block = new Block(read);
  }

  header(model = ''): Uint8Array {
    const bytes = new Uint8Array(HEADER_BYTES);
    const view = new DataView(bytes.buffer);
    bytes.set(MAGIC);
    view.setUint16(8, VERSION, true);
    view.setUint16(10, DIMENSIONS, true);
    bytes.set(encoder.encode(model), MODEL_OFFSET);
    view.setUint32(HEADER_SUM_OFFSET, crc32(bytes.subarray(0, HEADER_SUM_OFFSET)), true);
    return bytes;
  }

  /** The blocks that this person has filled. */
  *add({ id, meta, vectors }: PersonRecord): Generator<Uint8Array, void, undefined> {
    this.#people++;
    this.#vectors += vectors.length;
    for (let from = 0; from === 0 || from < vectors.length; from += MAX_VECTORS_PER_RECORD) {
      const part = vectors.slice(from, from + MAX_VECTORS_PER_RECORD);
      this.#block.add({ id, meta: from === 0 ? meta : undefined, vectors: part });
      if (this.#block.length > BLOCK_BYTES) yield this.#block.close();
    }
  }

  *end(): Generator<Uint8Array, void, undefined> {
    if (this.#block.length > 0) yield this.#block.close();
    yield this.#block.close();
    const bytes = new Uint8Array(END_BYTES);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#people, true);
    view.setUint32(4, this.#vectors, true);
    view.setUint32(8, crc32(bytes.subarray(0, 8)), true);
    yield bytes;
  }
}

class Block {
  readonly #bytes = new Uint8Array(BLOCK_HEADER_BYTES + MAX_BLOCK_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  readonly #vector = new Float32Array(DIMENSIONS);
  #end = BLOCK_HEADER_BYTES;
  #number = 0;

  constructor(readonly read: WritableGallery['read']) {}

  get length(): number {
    return this.#end - BLOCK_HEADER_BYTES;
  }

  add({ id, meta, vectors }: PersonRecord): void {
    const idBytes = encoder.encode(id);
    const metaBytes = meta === undefined ? undefined : encoder.encode(meta);
    this.#view.setUint16(this.#end, idBytes.length, true);
    this.#view.setUint16(this.#end + 2, vectors.length, true);
    this.#view.setUint32(this.#end + 4, metaBytes?.length ?? NO_META, true);
    this.#bytes.set(idBytes, this.#end + RECORD_HEADER_BYTES);
    this.#end += RECORD_HEADER_BYTES + idBytes.length;
    if (metaBytes !== undefined) {
      this.#bytes.set(metaBytes, this.#end);
      this.#end += metaBytes.length;
    }
    for (const vector of vectors) {
      this.read(vector, this.#vector);
      for (let i = 0; i < DIMENSIONS; i++)
        this.#view.setFloat32(this.#end + 4 * i, this.#vector[i] ?? 0, true);
      this.#end += VECTOR_BYTES;
    }
  }

  /** The finished block; the next one begins empty. */
  close(): Uint8Array {
    this.#view.setUint32(0, this.length, true);
    this.#view.setUint32(4, this.#number, true);
    this.#view.setUint32(8, crc32(this.#bytes.subarray(BLOCK_HEADER_BYTES, this.#end)), true);
    this.#view.setUint32(12, crc32(this.#bytes.subarray(0, 12)), true);
    const finished = this.#bytes.slice(0, this.#end);
    this.#number++;
    this.#end = BLOCK_HEADER_BYTES;
    return finished;
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
