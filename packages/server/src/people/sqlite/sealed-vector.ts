import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeySet } from '../../accounts/index.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VECTOR_AT = NONCE_BYTES + TAG_BYTES;
const DIMENSIONS = 128;
const SEALED_BYTES = VECTOR_AT + 4 * DIMENSIONS;

/** What a vector is bound to: in another row, it cannot be decrypted. */
interface SealedIn {
  readonly collection: number;
  readonly number: number;
  readonly model: string;
}

/** A face as it is stored. */
export interface SealedRow extends SealedIn {
  readonly person: number;
  readonly sealed: ArrayBuffer;
}

type VectorKey = Pick<KeySet, 'vectors'>;

const bindingOf = ({ collection, number, model }: SealedIn): Buffer =>
  Buffer.from(`${collection}/${number}/${model}`);

/** Encrypts a vector for its row. */
export function sealVector({ vectors: key }: VectorKey, row: SealedIn, vector: Float32Array): Buffer {
  const sealed = Buffer.allocUnsafe(SEALED_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bindingOf(row));
  sealed.set(nonce, 0);
  // In the byte order of the machine, which is little-endian wherever the engine runs.
  sealed.set(cipher.update(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)), VECTOR_AT);
  cipher.final();
  sealed.set(cipher.getAuthTag(), NONCE_BYTES);
  return sealed;
}

/** Decrypts the vector of a row; null if it was encrypted with another secret, moved or altered. */
export function unsealVector(
  { vectors: key }: VectorKey,
  row: SealedIn,
  stored: ArrayBuffer,
): Float32Array | null {
  if (stored.byteLength !== SEALED_BYTES) return null;
  const sealed = new Uint8Array(stored);
  const opening = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opening.setAAD(bindingOf(row));
  opening.setAuthTag(sealed.subarray(NONCE_BYTES, VECTOR_AT));
  const plain = opening.update(sealed.subarray(VECTOR_AT));
  try {
    opening.final();
  } catch {
    return null;
  }
  const vector = new Float32Array(DIMENSIONS);
  new Uint8Array(vector.buffer).set(plain);
  return vector;
}
