import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import { isVerified } from '../account-register.js';
import type { Mail, Mailer } from './mail.js';
import { Outbox, type MailKind } from './mail-outbox.js';
import { resetLink, resetMail, verificationLink, verificationMail } from './mail-texts.js';
import { MailedLinks, type LinkOwner, type LinkPurpose } from './mailed-links.js';

export interface LinkMailsOptions {
  readonly db: Kysely<Tables>;
  /** Without it, or without the public address, no mail can be sent. */
  readonly mailer?: Mailer | undefined;
  /** Links in mails use only this. */
  readonly publicUrl?: string | undefined;
  readonly onFault: (message: string, cause: unknown) => void;
}

interface Recipient {
  readonly personId: string;
  readonly email: string;
}

/** Mails links that prove who has an address. They are written and sent after the response. */
export class LinkMails {
  readonly canSend: boolean;
  readonly #options: LinkMailsOptions;
  readonly #links: MailedLinks;
  readonly #outbox: Outbox;

  constructor(options: LinkMailsOptions) {
    this.#options = options;
    this.canSend = options.mailer !== undefined && options.publicUrl !== undefined;
    this.#links = new MailedLinks(options.db);
    this.#outbox = new Outbox(options.onFault);
  }

  /** Throws `no-mail-server` if no mail can be sent at all. */
  require(): void {
    if (!this.canSend) throw new ServiceError('no-mail-server');
  }

  /** Throws if no mail can be sent, or not now for this caller. */
  check(kind: MailKind, caller: string): void {
    this.require();
    this.#outbox.check(kind, caller);
  }

  sendReset(caller: string, { personId, email }: Recipient): void {
    this.#send('reset', caller, async (publicUrl) => {
      const token = await this.#links.create('reset-password', personId);
      return resetMail(email, resetLink(publicUrl, token));
    });
  }

  /** Nothing is sent to an address that is verified already. */
  sendVerification(caller: string, { personId, email }: Recipient): void {
    this.#send('verification', caller, async (publicUrl) => {
      if (await isVerified(this.#options.db, personId)) return null;
      const token = await this.#links.create('verify-email', personId);
      return verificationMail(email, verificationLink(publicUrl, token));
    });
  }

  /** Throws `bad-token` for an unknown or expired link. */
  async ownerOf(purpose: LinkPurpose, token: string): Promise<LinkOwner> {
    const owner = await this.#links.ownerOf(purpose, token);
    if (owner === null) throw new ServiceError('bad-token');
    return owner;
  }

  /** Waits for pending mails, but not for long. */
  close(): Promise<void> {
    return this.#outbox.settled();
  }

  #send(kind: MailKind, caller: string, write: (publicUrl: string) => Promise<Mail | null>): void {
    const { mailer, publicUrl } = this.#options;
    if (mailer === undefined || publicUrl === undefined) return;
    this.#outbox.post(kind, caller, async () => {
      const mail = await write(publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
  }
}
