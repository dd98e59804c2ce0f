import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { MIN_SECRET_LENGTH, secretFile } from './secret-file.js';

/** The keys that are derived from one secret. */
export interface KeySet {
  /** For the keyed hash by which API keys are looked up. */
  readonly lookup: KeyObject;
  /** Encrypts the copy of an API key that the portal shows. */
  readonly sealing: KeyObject;
  /** Signs the cookies of users who are logged in. */
  readonly sessions: string;
  /** For the keyed hash of the email address of a deleted account. */
  readonly addresses: KeyObject;
  /** Signs the sessions of liveness checks. */
  readonly liveness: KeyObject;
  /** Encrypts the vectors of collections. */
  readonly vectors: KeyObject;
}

/** The keys of one installation. */
export interface Keys extends KeySet {
  /**
   * While the secret is changed: the keys of a second secret. What was made with them is accepted, but nothing new is
   * made with them.
   */
  readonly fallback?: KeySet | undefined;
}

interface KeySource {
  /** The secret itself, from the environment. */
  readonly secret?: string | undefined;
  readonly fallbackSecret?: string | undefined;
  /** The folder of the secret file, if the environment has no secret. */
  readonly dataDir: string;
}

export async function openKeys({ secret, fallbackSecret, dataDir }: KeySource): Promise<Keys> {
  const keys = deriveKeys(secret ?? (await secretFile(dataDir)));
  return fallbackSecret === undefined ? keys : { ...keys, fallback: deriveKeys(fallbackSecret) };
}

const KEY_BYTES = 32;

/**
 * Derives independent keys (HKDF, RFC 5869). The secret is used as text, so that the line of a secret file can be moved
 * to the environment and gives the same keys.
 */
export function deriveKeys(secret: string): KeySet {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`the secret must have at least ${MIN_SECRET_LENGTH} characters`);
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'facet', `facet/${purpose}/1`, KEY_BYTES));
  return {
    lookup: createSecretKey(derive('api-key-lookup')),
    sealing: createSecretKey(derive('api-key-sealing')),
    sessions: derive('sessions').toString('base64url'),
    addresses: createSecretKey(derive('address-hash')),
    liveness: createSecretKey(derive('liveness-sessions')),
    vectors: createSecretKey(derive('collection-vectors')),
  };
}
