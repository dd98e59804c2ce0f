import { createTransport } from 'nodemailer';
import { createAdmission } from '../../work/admission.js';
import { SharedSlots } from '../../work/shared-slots.js';
import { resolvesWithin, withDeadline } from '../../work/deadline.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
}

export interface MailOptions {
  /** smtp:// or smtps://, with name and password if the server requires them. */
  readonly url: string;
  readonly from: string;
}

const DEADLINE_MS = 15_000;
/** Of a whole mail: a server that is slow in every step must not hold a place for long. */
const MAIL_DEADLINE_MS = 60_000;

/** Sends through the operator's mail server, one connection for each mail. */
export function smtpMailer({ url, from }: MailOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    dnsTimeout: DEADLINE_MS,
    // Mails are plain text; nothing in them may make the server read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      try {
        const late = (): Error => new Error('The mail server took too long.');
        await withDeadline(new AbortController().signal, MAIL_DEADLINE_MS, late, () =>
          transport.sendMail({ from, to: { name: '', address: to }, subject, text }),
        );
      } catch (error) {
        throw withoutAddress(error);
      }
    },
  };
}

/** The response of a mail server usually contains the address, which must not be logged. */
function withoutAddress(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error)) return error;
  return new Error(`The mail server rejected the mail with ${String(error.responseCode)}.`);
}

/** Mails that are sent at the same time. */
const AT_ONCE = 20;
const AT_ONCE_PER_CALLER = 4;
/** How many of each kind may wait. Beyond that, those of the caller with the most give way. */
const MAX_WAITING = 200;
/** For mails that are still open when the service stops; well below the default of FACET_SHUTDOWN_MS. */
const CLOSE_MS = 3000;

export type MailKind = 'reset' | 'verification';

/**
 * Mails that are sent after the response, so that the response reveals nothing about them: neither by its content nor by
 * its duration. Callers take turns, and resets come before verifications: nobody who has many mails sent through a slow
 * mail server keeps others from a new password.
 */
export class Outbox {
  readonly #lanes;
  readonly #open = new Set<Promise<void>>();
  readonly #onFault: (message: string, cause: unknown) => void;

  constructor(onFault: (message: string, cause: unknown) => void) {
    this.#onFault = onFault;
    const slots = new SharedSlots(AT_ONCE);
    const limits = { maxWaiting: MAX_WAITING, concurrencyPerCaller: AT_ONCE_PER_CALLER, slots };
    this.#lanes = {
      reset: createAdmission({ ...limits, concurrency: AT_ONCE }),
      verification: createAdmission({ ...limits, concurrency: AT_ONCE / 2 }),
    } satisfies Record<MailKind, unknown>;
  }

  /** Throws `overloaded` if a mail of this caller would not be taken now. */
  check(kind: MailKind, caller: string): void {
    this.#lanes[kind].check(caller, Infinity);
  }

  post(kind: MailKind, caller: string, work: () => Promise<void>): void {
    const done = this.#lanes[kind].run(caller, new AbortController().signal, work).catch((cause: unknown) => {
      this.#onFault('A mail could not be sent.', cause);
    });
    this.#open.add(done);
    void done.finally(() => this.#open.delete(done));
  }

  /** Resolves when everything posted so far is done, or after a deadline. */
  async settled(): Promise<void> {
    if (await resolvesWithin(Promise.all(this.#open), CLOSE_MS)) return;
    this.#onFault(`Mails that were not sent before the service stopped: ${this.#open.size}.`, undefined);
  }
}

/** The link to a page of the portal. The part after the # never reaches a server's log. */
const linkTo = (publicUrl: string, page: 'reset' | 'verify', token: string): string =>
  `${publicUrl}/#/${page}?token=${encodeURIComponent(token)}`;

export const resetMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Set a new password for Facet',
  text: `Hello,

Someone, probably you, requested a password reset for the Facet account of ${to}.
To choose a new password, open this link within 30 minutes. It works once. Your
API keys keep working unless you choose to replace them there, or have never
confirmed this address:

${linkTo(publicUrl, 'reset', token)}

If this was not you, ignore this message: your password will not change.
`,
});

export const verificationMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Confirm your address for Facet',
  text: `Hello,

Open this link within a day to confirm that ${to} is your email address.
If you are not logged in there, you will be asked for your password:

${linkTo(publicUrl, 'verify', token)}

If you did not create a Facet account, someone else has used your address. Ignore
this message, or make the account yours by resetting its password.
`,
});

/** Logged at the start of a service without mail. */
export const NO_MAIL_WARNING =
  'FACET_SMTP_URL is not set, so users cannot reset forgotten passwords themselves. To set one for them: npm run admin -- accounts password ACCOUNT';
