import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { Keys } from '../secret/keys.js';
import type { StillAllowed } from './api-keys.js';
import { unsealWithEither } from './credential.js';
import { UnknownKeys } from './unknown-keys.js';

/** The two parts of an access key pair, as AWS clients name them. */
export interface AccessKeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** As the settings of AWS clients. */
export const pairLines = ({ accessKeyId, secretAccessKey }: AccessKeyPair): [string, string] => [
  `AWS_ACCESS_KEY_ID=${accessKeyId}`,
  `AWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
];

/** The account and the API key of an access key pair, and its secret. */
export interface AccessKeyOwner {
  readonly accountId: string;
  readonly apiKey: string;
  readonly secretAccessKey: string;
}

/** Digits and capitals that are not mistaken for each other; 32 of them, so that a byte chooses one evenly. */
const ID_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const ID_PREFIX = 'FCTA';
const ID = /^FCTA[A-HJ-NP-Z2-9]{16}$/;

/** 80 random bits. The id is no secret, but it cannot be guessed either. */
const makeId = (): string =>
  ID_PREFIX + Array.from(randomBytes(16), (byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('');

const SECRET_LENGTH = 40;

/**
 * Signatures can only be verified with the secret itself. It is derived from the API key, which is stored encrypted,
 * instead of being stored too: it ends with the API key, and survives a change of the service's secret. A hash keyed by
 * the API key tells nothing about the API key.
 */
const secretOf = (apiKey: string, accessKeyId: string): string =>
  createHmac('sha256', apiKey)
    .update(`facet/access-key/1/${accessKeyId}`)
    .digest('base64url')
    .slice(0, SECRET_LENGTH);

/** The access key pairs with which clients of Amazon Rekognition sign their requests: at most one for each API key. */
export class AccessKeys {
  readonly #unknown = new UnknownKeys();

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly keys: Keys,
  ) {}

  /**
   * Makes the pair of an API key; one that it had stops working immediately. Null if the account has no such API key, or
   * one that no longer works.
   */
  async make(accountId: string, name: string, stillAllowed?: StillAllowed): Promise<AccessKeyPair | null> {
    const accessKeyId = makeId();
    return this.db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('api_key')
        .set({ access_key_id: accessKeyId })
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .returning('sealed')
        .executeTakeFirst();
      if (stillAllowed !== undefined && !(await stillAllowed(tx))) throw new ServiceError('not-logged-in');
      const apiKey = row === undefined ? null : unsealWithEither(this.keys, accountId, row.sealed);
      return apiKey === null ? null : { accessKeyId, secretAccessKey: secretOf(apiKey, accessKeyId) };
    });
  }

  /** The pair of an API key, which is made if there is none; for the demo account alone, whose pair is shown again. */
  async ensure(accountId: string, name: string): Promise<AccessKeyPair | null> {
    const row = await this.db
      .selectFrom('api_key')
      .select(['access_key_id', 'sealed'])
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst();
    const accessKeyId = row?.access_key_id;
    if (row === undefined || accessKeyId == null) return this.make(accountId, name);
    const apiKey = unsealWithEither(this.keys, accountId, row.sealed);
    return apiKey === null ? null : { accessKeyId, secretAccessKey: secretOf(apiKey, accessKeyId) };
  }

  /** Whose pair it is; null if there is none with this id. */
  async owner(accessKeyId: string): Promise<AccessKeyOwner | null> {
    if (!ID.test(accessKeyId) || this.#unknown.has(accessKeyId)) return null;
    const row = await this.db
      .selectFrom('api_key')
      .select(['account_id', 'sealed'])
      .where('access_key_id', '=', accessKeyId)
      .executeTakeFirst();
    if (row === undefined) this.#unknown.add(accessKeyId);
    const apiKey = row === undefined ? null : unsealWithEither(this.keys, row.account_id, row.sealed);
    if (row === undefined || apiKey === null) return null;
    return { accountId: row.account_id, apiKey, secretAccessKey: secretOf(apiKey, accessKeyId) };
  }
}
