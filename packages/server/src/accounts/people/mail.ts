import { createTransport } from 'nodemailer';
import { withDeadline } from '../../deadline.js';

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
  return new Error(`The mail server refused the mail with ${String(error.responseCode)}.`);
}
