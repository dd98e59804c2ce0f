import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import type { StoredPassword } from './person-store.js';

/** How many seconds a link is valid, by purpose. */
const SECONDS = { 'reset-password': 30 * 60, 'verify-email': 86_400 } as const;

export type LinkPurpose = keyof typeof SECONDS;

export interface LinkOwner extends StoredPassword {
  readonly email: string;
}

/** Tokens that are mailed to people. Only their hashes are stored: a copy of the database reveals no link. */
export class MailedLinks {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async create(purpose: LinkPurpose, personId: string): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    const now = new Date();
    await this.#db
      .insertInto('verification')
      .values({
        id: randomUUID(),
        identifier: identifierOf(purpose, token),
        value: personId,
        expires_at: new Date(now.getTime() + SECONDS[purpose] * 1000),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return token;
  }

  /**
   * The person to whom the link was mailed, with their current password: the link is valid until the password changes.
   * Null for an unknown or expired link.
   */
  async ownerOf(purpose: LinkPurpose, token: string): Promise<LinkOwner | null> {
    const row = await this.#db
      .selectFrom('verification')
      .innerJoin('person', 'person.id', 'verification.value')
      .innerJoin('credential', 'credential.person_id', 'person.id')
      .select(['person.id', 'person.email', 'credential.password'])
      .where('verification.identifier', '=', identifierOf(purpose, token))
      .where('verification.expires_at', '>', new Date())
      .executeTakeFirst();
    return row?.password == null ? null : { personId: row.id, email: row.email, hash: row.password };
  }
}

/** A link is only valid for its purpose. */
const identifierOf = (purpose: LinkPurpose, token: string): string =>
  createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
