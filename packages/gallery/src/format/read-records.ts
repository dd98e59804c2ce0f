import { GalleryError } from '../gallery-error.js';
import { checkId, MAX_ID_BYTES, MAX_META_BYTES } from '../caller-input.js';
import { DIMENSIONS, checkedVector } from '../vector.js';
import { MAX_VECTORS_PER_RECORD, NO_META, RECORD_HEADER_BYTES, VECTOR_BYTES } from './layout.js';

export interface Counts {
  readonly people: number;
  readonly vectors: number;
}

/** Where what is read from a file goes. */
export interface GallerySink {
  /** The model of the vectors that follow. Called first, unless there are no vectors. */
  settle(model: string): void;
  add(id: string, vector: Float32Array, meta: string | undefined): void;
  counts(): Counts;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the records of one block. A right checksum says nothing about who wrote the block: all is checked. */
export function readRecords(block: Uint8Array, sink: GallerySink): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const vector = new Float32Array(DIMENSIONS);
  let at = 0;
  const take = (length: number): number => {
    const start = at;
    at += length;
    if (at > block.length) throw new GalleryError('file-inconsistent', 'a record is longer than its block');
    return start;
  };
  while (at < block.length) {
    const header = take(RECORD_HEADER_BYTES);
    const idLength = view.getUint16(header, true);
    const vectors = view.getUint16(header + 2, true);
    const metaLength = view.getUint32(header + 4, true);
    if (idLength > MAX_ID_BYTES || vectors > MAX_VECTORS_PER_RECORD) throw new GalleryError('file-limits');
    if (metaLength !== NO_META && metaLength > MAX_META_BYTES) throw new GalleryError('file-limits');
    if (vectors === 0) throw new GalleryError('file-inconsistent', 'a person without a vector');
    const id = readId(block.subarray(take(idLength), at));
    let meta = metaLength === NO_META ? undefined : readMeta(block.subarray(take(metaLength), at));
    for (let i = 0; i < vectors; i++) {
      const start = take(VECTOR_BYTES);
      for (let d = 0; d < DIMENSIONS; d++) vector[d] = view.getFloat32(start + 4 * d, true);
      sink.add(
        id,
        checked(() => checkedVector(vector)),
        meta,
      );
      meta = undefined;
    }
  }
}

function readId(bytes: Uint8Array): string {
  return checked(() => {
    const id = decoder.decode(bytes);
    checkId(id);
    return id;
  });
}

function readMeta(bytes: Uint8Array): string {
  return checked(() => {
    const text = decoder.decode(bytes);
    JSON.parse(text);
    return text;
  });
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new GalleryError('file-inconsistent', cause instanceof Error ? cause.message : '', { cause });
  }
}
