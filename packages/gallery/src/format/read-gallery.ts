import { crc32 } from './crc32.js';
import { kindOf } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';
import { checkModel } from '../gallery-model.js';
import { DIMENSIONS } from '../vector.js';
import { ByteQueue } from './byte-queue.js';
import {
  BLOCK_HEADER_BYTES,
  END_BYTES,
  HEADER_BYTES,
  HEADER_SUM_OFFSET,
  MAGIC,
  MAX_BLOCK_BYTES,
  MODEL_OFFSET,
  VERSION,
} from './layout.js';
import { readRecords, type GallerySink } from './read-records.js';

type Expected =
  | { readonly part: 'header' | 'block-header' | 'end' | 'nothing' }
  | { readonly part: 'payload'; readonly length: number; readonly sum: number };

/** Reads the bytes of a gallery as they arrive. Memory is allocated for what has arrived, never for the sizes that it states. */
export class GalleryReader {
  readonly #queue = new ByteQueue();
  #expected: Expected = { part: 'header' };
  #hasModel = false;
  #block = 0;

  constructor(readonly sink: GallerySink) {}

  push(bytes: Uint8Array): void {
    // By its name, because a Uint8Array may come from another realm.
    if (Object.prototype.toString.call(bytes) !== '[object Uint8Array]')
      throw new GalleryError('file-not-a-gallery', `give its bytes as a Uint8Array, not ${kindOf(bytes)}`);
    this.#queue.push(bytes);
    while (this.#step());
  }

  /** Checks that the gallery was complete. */
  end(): void {
    if (this.#expected.part === 'header') this.#checkStart(this.#queue.peek(HEADER_BYTES));
    if (this.#expected.part !== 'nothing') throw new GalleryError('file-truncated');
  }

  /** Reads one part if all of it is there. */
  #step(): boolean {
    const expected = this.#expected;
    switch (expected.part) {
      case 'header':
        return this.#with(HEADER_BYTES, (bytes) => {
          this.#readHeader(bytes);
        });
      case 'block-header':
        return this.#with(BLOCK_HEADER_BYTES, (bytes) => {
          this.#readBlockHeader(bytes);
        });
      case 'payload':
        return this.#with(expected.length, (bytes) => {
          if (crc32(bytes) !== expected.sum)
            throw new GalleryError('file-damaged', `block ${this.#block - 1}`);
          if (!this.#hasModel) throw new GalleryError('file-inconsistent', 'vectors without a model');
          readRecords(bytes, this.sink);
          this.#expected = { part: 'block-header' };
        });
      case 'end':
        return this.#with(END_BYTES, (bytes) => {
          this.#readEnd(bytes);
        });
      case 'nothing':
        if (this.#queue.length > 0) throw new GalleryError('file-damaged', 'there is more after the end');
        return false;
    }
  }

  #with(length: number, read: (bytes: Uint8Array) => void): boolean {
    const bytes = this.#queue.take(length);
    if (bytes !== undefined) read(bytes);
    return bytes !== undefined;
  }

  /** What can be said of a header before the rest of it is there. */
  #checkStart(start: Uint8Array): void {
    if (start.subarray(0, MAGIC.length).some((byte, i) => byte !== MAGIC[i]))
      throw new GalleryError('file-not-a-gallery');
  }

  #readHeader(bytes: Uint8Array): void {
    this.#checkStart(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(HEADER_SUM_OFFSET, true) !== crc32(bytes.subarray(0, HEADER_SUM_OFFSET)))
      throw new GalleryError('file-damaged', 'header');
    const version = view.getUint16(MAGIC.length, true);
    if (version !== VERSION)
      throw new GalleryError('file-version', `version ${version}, known is ${VERSION}`);
    const dimensions = view.getUint16(10, true);
    if (dimensions !== DIMENSIONS) throw new GalleryError('file-limits', `vectors of ${dimensions} numbers`);
    const model = readModel(bytes.subarray(MODEL_OFFSET, HEADER_SUM_OFFSET));
    this.#hasModel = model !== '';
    if (this.#hasModel) this.sink.settle(model);
    this.#expected = { part: 'block-header' };
  }

  #readBlockHeader(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(12, true) !== crc32(bytes.subarray(0, 12))) {
      throw new GalleryError('file-damaged', `header of block ${this.#block}`);
    }
    const length = view.getUint32(0, true);
    if (length > MAX_BLOCK_BYTES) throw new GalleryError('file-limits', `a block of ${length} bytes`);
    if (view.getUint32(4, true) !== this.#block)
      throw new GalleryError('file-inconsistent', 'blocks out of order');
    this.#block++;
    this.#expected = length > 0 ? { part: 'payload', length, sum: view.getUint32(8, true) } : { part: 'end' };
  }

  #readEnd(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(8, true) !== crc32(bytes.subarray(0, 8)))
      throw new GalleryError('file-damaged', 'the counts at the end');
    const stated = { people: view.getUint32(0, true), vectors: view.getUint32(4, true) };
    const { people, vectors } = this.sink.counts();
    if (people !== stated.people || vectors !== stated.vectors)
      throw new GalleryError(
        'file-inconsistent',
        `${people} people and ${vectors} vectors, the file states ${stated.people} and ${stated.vectors}`,
      );
    this.#expected = { part: 'nothing' };
  }
}

/** A text of ASCII that zeros fill up; empty for none. */
function readModel(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const model = String.fromCharCode(...bytes.subarray(0, end < 0 ? bytes.length : end));
  if (end >= 0 && bytes.subarray(end).some((byte) => byte !== 0))
    throw new GalleryError('file-inconsistent', 'the name of the model');
  if (model !== '') {
    try {
      checkModel(model);
    } catch (cause) {
      throw new GalleryError('file-inconsistent', 'the name of the model', { cause });
    }
  }
  return model;
}
