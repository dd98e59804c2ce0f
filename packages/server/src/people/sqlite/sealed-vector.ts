import { DIMENSIONS } from '@facet/gallery/internals';
import { type KeySet, seal, sealedBytes, unseal } from '../../accounts/index.js';

const SEALED_BYTES = sealedBytes(4 * DIMENSIONS);

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

const bindingOf = ({ collection, number, model }: SealedIn): string => `${collection}/${number}/${model}`;

/** Encrypts a vector for its row, in the byte order of the machine: little-endian wherever the engine runs. */
export const sealVector = ({ vectors: key }: VectorKey, row: SealedIn, vector: Float32Array): Buffer =>
  seal(key, bindingOf(row), new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));

/** Decrypts the vector of a row; null if it was encrypted with another secret, moved or altered. */
export function unsealVector(
  { vectors: key }: VectorKey,
  row: SealedIn,
  stored: ArrayBuffer,
): Float32Array | null {
  if (stored.byteLength !== SEALED_BYTES) return null;
  const plain = unseal(key, bindingOf(row), new Uint8Array(stored));
  if (plain === null) return null;
  // Copied, because the bytes need not lie where numbers may.
  const vector = new Float32Array(DIMENSIONS);
  new Uint8Array(vector.buffer).set(plain);
  return vector;
}
