import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BODY_AT = NONCE_BYTES + TAG_BYTES;

/** How many bytes so many take when they are sealed. */
export const sealedBytes = (bytes: number): number => BODY_AT + bytes;

/** Encrypts bytes. They can only be decrypted with this key, and with the same binding: where they are stored. */
export function seal(key: KeyObject, binding: string, plain: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(sealedBytes(plain.byteLength));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(binding));
  sealed.set(nonce, 0);
  sealed.set(cipher.update(plain), BODY_AT);
  cipher.final();
  sealed.set(cipher.getAuthTag(), NONCE_BYTES);
  return sealed;
}

/** Null if the bytes were sealed with another key or binding, or altered. */
export function unseal(key: KeyObject, binding: string, sealed: Uint8Array): Buffer | null {
  if (sealed.byteLength <= BODY_AT) return null;
  const opening = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opening.setAAD(Buffer.from(binding));
  opening.setAuthTag(sealed.subarray(NONCE_BYTES, BODY_AT));
  const plain = opening.update(sealed.subarray(BODY_AT));
  try {
    opening.final();
  } catch {
    return null;
  }
  return plain;
}
