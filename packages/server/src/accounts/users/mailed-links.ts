import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { isVerified } from '../account-register.js';
import { failedLogIns, ownTurn, resetMails, verificationMails } from './attempts.js';
import type { Cookies } from './cookies.js';
import { deviceCookie } from './known-device.js';
import type { Client, LogInParts, User } from './log-in-parts.js';
import { takeOver } from './take-over.js';
import { Outbox, resetMail, verificationMail, type Mail, type Mailer, type MailKind } from './mail.js';
import {
  hasIdentity,
  lockPassword,
  markVerified,
  passwordOf,
  storePassword,
  type StoredPassword,
} from './user-store.js';

export interface MailSettings {
  /** Without it, or without the public address, no mail can be sent. */
  readonly mailer?: Mailer | undefined;
  /** The public address of the portal, if configured. Links in mails use only this. */
  readonly publicUrl?: string | undefined;
  /** Called with failures that no response can report. */
  readonly onFault: (message: string, cause: unknown) => void;
}

/** For how many milliseconds a link is valid, by purpose. */
const LIFETIME_MS = { 'reset-password': 30 * 60_000, 'verify-email': 86_400_000 } as const;

type Purpose = keyof typeof LIFETIME_MS;

interface LinkOwner extends StoredPassword {
  readonly email: string;
}

/** What a link to set a new password does beyond that. */
interface ResetLink {
  /** Whether the API keys are replaced even if nobody asks for it. */
  readonly replacesApiKeys: boolean;
}

const LINK_OF_ANOTHER =
  'The link was mailed for another account; log in to that account to confirm its address.';

/**
 * Links that prove who has an address: to set a new password, and to verify the address. They are written and mailed
 * after the response. Only the hashes of their tokens are stored: a copy of the database reveals no link.
 */
export class MailedLinks {
  readonly canSend: boolean;
  readonly #parts: LogInParts;
  readonly #mail: MailSettings;
  readonly #outbox: Outbox;

  constructor(parts: LogInParts, mail: MailSettings) {
    this.#parts = parts;
    this.#mail = mail;
    this.canSend = mail.mailer !== undefined && mail.publicUrl !== undefined;
    this.#outbox = new Outbox(mail.onFault);
  }

  /** Behaves the same for known and unknown addresses: the rest happens after the response. */
  async requestReset({ address }: Client, email: string): Promise<void> {
    this.#check('reset', address);
    await this.#parts.throttle.take(...resetMails(email, address));
    // Looked up here, so that unknown addresses take no places from mails.
    const owner = await passwordOf(this.#parts.db, { email });
    // Nor do users of the identity provider get a way around it.
    if (owner === null || (await hasIdentity(this.#parts.db, owner.userId))) return;
    this.#send('reset', address, async (publicUrl) =>
      resetMail(email, publicUrl, await this.#create('reset-password', owner.userId)),
    );
  }

  /** Throws `bad-token` for a link that no longer works, before the user has thought of a password. */
  async checkReset({ address }: Client, token: string): Promise<ResetLink> {
    this.#requireMail();
    await this.#parts.throttle.take({ action: 'password-reset', by: 'address', value: address });
    const { userId } = await this.#ownerOf('reset-password', token);
    return { replacesApiKeys: !(await isVerified(this.#parts.db, userId)) };
  }

  /**
   * Ends all sessions and links of the user. Replaces all API keys with a new one if that is wanted, or if the address
   * was never verified: somebody else may have signed up with it, so their people are deleted, too. The browser is known from now on: guesses of
   * strangers do not keep the owner, who has just proved to be it, from logging in here.
   */
  async confirmReset(
    client: Client,
    token: string,
    next: string,
    { replaceApiKeys = false } = {},
  ): Promise<Cookies> {
    const { db, accounts, apiKeys, passwords, throttle, signing, now } = this.#parts;
    this.#requireMail();
    await throttle.take({ action: 'password-reset', by: 'address', value: client.address });
    const owner = await this.#ownerOf('reset-password', token);
    const { userId, email } = owner;
    const stored = { userId, hash: await passwords.hash(next, ownTurn(owner)) };
    const account = await accounts.byUser(userId);
    await db.transaction().execute(async (tx) => {
      // Any change of the password in the meantime has ended the link, including another use of it.
      if (!(await lockPassword(tx, owner))) throw new ServiceError('bad-token');
      await storePassword(tx, stored);
      const own = account === null ? null : await accounts.ofProvenOwner(account, tx);
      const wasVerified = await isVerified(tx, userId);
      // The link proves that the address belongs to the user.
      await markVerified(tx, userId);
      if (own === null) return;
      if (!wasVerified) await takeOver(this.#parts, own.id, tx);
      else if (replaceApiKeys) await apiKeys.replace(own.id, undefined, tx);
    });
    await throttle.forget(...failedLogIns(email, client.address));
    return [deviceCookie(signing, { owner: stored, now: now() })];
  }

  /** Mails a link with which the user proves to own the address, unless it is verified already. */
  async requestVerification({ address }: Client, { userId, email }: User): Promise<void> {
    this.#check('verification', address);
    await this.#parts.throttle.take(...verificationMails(email, address));
    this.#send('verification', address, async (publicUrl) =>
      (await isVerified(this.#parts.db, userId))
        ? null
        : verificationMail(email, publicUrl, await this.#create('verify-email', userId)),
    );
  }

  /**
   * The link proves who has the address, the session who has the password. Only both together verify the address:
   * otherwise the owner of an address, by opening the link, would verify the account of a stranger who signed up with
   * it. Idempotent: opening the link again gives the same response.
   */
  async confirmVerification({ address }: Client, { userId }: User, token: string): Promise<void> {
    this.#requireMail();
    await this.#parts.throttle.take({ action: 'verification', by: 'address', value: address });
    const owner = await this.#ownerOf('verify-email', token);
    if (owner.userId !== userId) throw new ServiceError('bad-token', LINK_OF_ANOTHER);
    await markVerified(this.#parts.db, userId);
  }

  /** Waits for pending mails, but not for long. */
  close(): Promise<void> {
    return this.#outbox.settled();
  }

  #requireMail(): void {
    if (!this.canSend) throw new ServiceError('no-mail-server');
  }

  /** Throws if no mail can be sent, or not now for this caller. */
  #check(kind: MailKind, caller: string): void {
    this.#requireMail();
    this.#outbox.check(kind, caller);
  }

  #send(kind: MailKind, caller: string, write: (publicUrl: string) => Promise<Mail | null>): void {
    const { mailer, publicUrl } = this.#mail;
    if (mailer === undefined || publicUrl === undefined) return;
    this.#outbox.post(kind, caller, async () => {
      const mail = await write(publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
  }

  async #create(purpose: Purpose, userId: string): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    await this.#parts.db
      .insertInto('mailed_link')
      .values({
        hash: hashOf(purpose, token),
        user_id: userId,
        expires_at: Date.now() + LIFETIME_MS[purpose],
      })
      .execute();
    return token;
  }

  /**
   * The user to whom the link was mailed, with their current password: the link is valid until the password changes.
   * Throws `bad-token` for an unknown or expired link.
   */
  async #ownerOf(purpose: Purpose, token: string): Promise<LinkOwner> {
    const owner = await this.#parts.db
      .selectFrom('mailed_link')
      .innerJoin('users', 'users.id', 'mailed_link.user_id')
      .select(['users.id as userId', 'users.email', 'users.password_hash as hash'])
      .where('mailed_link.hash', '=', hashOf(purpose, token))
      .where('mailed_link.expires_at', '>', Date.now())
      .executeTakeFirst();
    if (owner === undefined) throw new ServiceError('bad-token');
    return owner;
  }
}

/** A link is only valid for its purpose. */
const hashOf = (purpose: Purpose, token: string): string =>
  createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
