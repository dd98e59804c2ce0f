import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../secret/keys.js';

/** 192 random bits, in characters that need no escaping. */
export const makeApiKey = (): string => `fct_${randomBytes(24).toString('base64url')}`;

/** The keyed hash for looking up an API key. It cannot be computed or guessed without the key. */
export const lookupHash = ({ lookup }: Pick<Keys, 'lookup'>, apiKey: string): string =>
  createHmac('sha256', lookup).update(apiKey).digest('hex');

/** Shows whether two addresses are the same, and nothing else without the key. */
export const addressHash = ({ addresses }: Pick<Keys, 'addresses'>, email: string): string =>
  createHmac('sha256', addresses).update(email).digest('hex');

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A version prefix: a later format gets another one. */
const MARK = '1.';

/** Encrypts an API key so that it can be shown to its owner. Only valid for this account and this key. */
export function seal({ sealing }: Pick<Keys, 'sealing'>, accountId: string, apiKey: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(accountId));
  const body = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts a sealed API key; null if it was sealed with another secret, moved or altered. */
export function unseal({ sealing }: Pick<Keys, 'sealing'>, accountId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url');
  if (!sealed.startsWith(MARK) || bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const opening = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opening.setAAD(Buffer.from(accountId));
  opening.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The same with the secret of the service or, while that is changed, with the other one. */
export function unsealWithEither(keys: Keys, accountId: string, sealed: string): string | null {
  const { fallback } = keys;
  return (
    unseal(keys, accountId, sealed) ?? (fallback === undefined ? null : unseal(fallback, accountId, sealed))
  );
}
