import { createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../secret/keys.js';
import { seal, unseal } from '../secret/sealing.js';

/** 192 random bits, in characters that need no escaping. */
export const makeApiKey = (): string => `fct_${randomBytes(24).toString('base64url')}`;

/** The keyed hash for looking up an API key. It cannot be computed or guessed without the key. */
export const lookupHash = ({ lookup }: Pick<Keys, 'lookup'>, apiKey: string): string =>
  createHmac('sha256', lookup).update(apiKey).digest('hex');

/** Shows whether two addresses are the same, and nothing else without the key. */
export const addressHash = ({ addresses }: Pick<Keys, 'addresses'>, email: string): string =>
  createHmac('sha256', addresses).update(email).digest('hex');

/** A version prefix: a later format gets another one. */
const MARK = '1.';

/** Encrypts an API key so that it can be shown to its owner. Only valid for this account and this key. */
export const sealApiKey = ({ sealing }: Pick<Keys, 'sealing'>, accountId: string, apiKey: string): string =>
  MARK + seal(sealing, accountId, Buffer.from(apiKey)).toString('base64url');

/** Decrypts a sealed API key; null if it was sealed with another secret, moved or altered. */
export function unsealApiKey(
  { sealing }: Pick<Keys, 'sealing'>,
  accountId: string,
  sealed: string,
): string | null {
  if (!sealed.startsWith(MARK)) return null;
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url');
  return unseal(sealing, accountId, bytes)?.toString('utf8') ?? null;
}

/** The same with the secret of the service or, while that is changed, with the other one. */
export function unsealWithEither(keys: Keys, accountId: string, sealed: string): string | null {
  const { fallback } = keys;
  return (
    unsealApiKey(keys, accountId, sealed) ??
    (fallback === undefined ? null : unsealApiKey(fallback, accountId, sealed))
  );
}
