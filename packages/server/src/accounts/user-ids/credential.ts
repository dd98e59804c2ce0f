import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from './keys.js';

/** 192 bits out of the system's generator, in characters that need no escaping anywhere. */
export const makeUserId = (): string => `fct_${randomBytes(24).toString('base64url')}`;

/** What an id is looked up by. Without the key it can neither be made nor tried out. */
export const lookupHash = ({ lookup }: Pick<Keys, 'lookup'>, userId: string): string =>
  createHmac('sha256', lookup).update(userId).digest('hex');

/** Tells whether two addresses are the same, and without the key nothing else. */
export const addressHash = ({ addresses }: Pick<Keys, 'addresses'>, email: string): string =>
  createHmac('sha256', addresses).update(email).digest('hex');

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A later way of sealing gets another mark, and both can be told apart. */
const MARK = '1.';

/** The copy of an id that its owner can be shown. It opens for this account and with this key only. */
export function seal({ sealing }: Pick<Keys, 'sealing'>, accountId: string, userId: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(accountId));
  const body = Buffer.concat([cipher.update(userId, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The id of a sealed copy; null for one that was sealed with another secret, moved or altered. */
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
