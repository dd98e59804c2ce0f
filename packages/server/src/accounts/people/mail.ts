import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail over. */
  send(mail: Mail): Promise<void>;
}

export interface MailOptions {
  /** smtp:// or smtps://, with name and password where the server asks for them. */
  readonly url: string;
  readonly from: string;
}

const DEADLINE_MS = 15_000;

/** Sends through the operator's mail server, one connection for each mail. */
export function smtpMailer({ url, from }: MailOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    dnsTimeout: DEADLINE_MS,
    // A mail is text that we wrote; nothing in it may make the server read files or call other hosts.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        throw withoutAddress(error);
      }
    },
  };
}

/** What a mail server answers mostly names the address, which does not belong into a log. */
function withoutAddress(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error)) return error;
  return new Error(`The mail server refused the mail with ${String(error.responseCode)}.`);
}
