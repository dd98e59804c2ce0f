import { MAX_MODEL_BYTES } from '../gallery-model.js';
import { DIMENSIONS } from '../vector.js';

/**
 * The file of a gallery, all numbers little-endian:
 *
 *   header   magic (8) · version u16 · dimensions u16 · model (64, ASCII, then zeros) · CRC-32 of the above u32
 *   blocks   payload length u32 · number of the block u32 · CRC-32 of the payload u32 · CRC-32 of these 12 bytes u32 ·
 *            payload: records
 *   end      a block of length 0 · people u32 · vectors u32 · CRC-32 of both u32
 *   record   id length u16 · vectors u16 · meta length u32 (NO_META: none) · id · meta as JSON · vectors as float32
 *
 * The counts come last, so that a file can be written while people come and go.
 *
 * A person with more vectors than fit into one record continues in the next one, which has the same id and no meta.
 */
export const MAGIC = Uint8Array.from('FACETGAL', (letter) => letter.charCodeAt(0));
export const VERSION = 3;
export const MODEL_OFFSET = 12;
export const HEADER_SUM_OFFSET = MODEL_OFFSET + MAX_MODEL_BYTES;
export const HEADER_BYTES = HEADER_SUM_OFFSET + 4;
export const BLOCK_HEADER_BYTES = 16;
export const END_BYTES = 12;
export const RECORD_HEADER_BYTES = 8;
export const VECTOR_BYTES = DIMENSIONS * 4;
export const NO_META = 0xffffffff;
export const MAX_VECTORS_PER_RECORD = 1000;
/** A block is closed as soon as it is larger than this. */
export const BLOCK_BYTES = 256 * 1024;
/** No block may be larger: an opened block and the largest record. */
export const MAX_BLOCK_BYTES = 1024 * 1024;
