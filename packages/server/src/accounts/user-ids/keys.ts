import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { MIN_SECRET_LENGTH, secretFile } from './keys-file.js';

/** The keys of one installation, all derived from one secret. Whoever needs one is handed it. */
export interface Keys {
  /** Makes the keyed hash by which a user id is looked up. */
  readonly lookup: KeyObject;
  /** Encrypts the copy of a user id that the portal shows. */
  readonly sealing: KeyObject;
  /** Signs the cookies of people who are logged in. */
  readonly sessions: string;
  /** Makes the keyed hash of an e-mail address that outlives its account for a while. */
  readonly addresses: KeyObject;
}

export interface KeySource {
  /** The secret itself, from the environment. */
  readonly secret?: string | undefined;
  /** Where it is kept, and made at the first start, when the environment has none. */
  readonly dataDir: string;
}

export async function openKeys({ secret, dataDir }: KeySource): Promise<Keys> {
  return deriveKeys(secret ?? (await secretFile(dataDir)));
}

const KEY_BYTES = 32;

/**
 * Keys that tell nothing of each other or of the secret (RFC 5869). The text itself is what counts,
 * so that the line of a secret file may move to the environment and give the same keys.
 */
export function deriveKeys(secret: string): Keys {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`the secret must have at least ${MIN_SECRET_LENGTH} characters`);
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'facet', `facet/${purpose}/1`, KEY_BYTES));
  return {
    lookup: createSecretKey(derive('user-id-lookup')),
    sealing: createSecretKey(derive('user-id-sealing')),
    sessions: derive('sessions').toString('base64url'),
    addresses: createSecretKey(derive('address-hash')),
  };
}
