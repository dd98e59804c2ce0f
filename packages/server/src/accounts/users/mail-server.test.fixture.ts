import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came over the wire. */
  readonly source: string;
  /** The body as a user reads it. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The next mail that has not been asked for yet. */
  readonly next: () => Promise<ReceivedMail>;
  /** Lets a server that was held greet its clients. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

export interface MailServerOptions {
  /** Rejects every recipient. */
  readonly rejecting?: boolean;
  /** Does not greet until it is released. */
  readonly held?: boolean;
}

const DEADLINE_MS = 10_000;

/** A mail server on loopback that speaks as much SMTP (RFC 5321) as taking a mail needs. */
export async function startMailServer({
  rejecting = false,
  held = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const open = new Set<Socket>();
  let release = (): void => undefined;
  const released = held ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    void released.then(() => {
      converse(socket, rejecting, (mail) => received.push(mail));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let read = 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    release,
    next: async () => {
      const deadline = performance.now() + DEADLINE_MS;
      for (;;) {
        const mail = received[read];
        if (mail !== undefined) {
          read++;
          return mail;
        }
        if (performance.now() > deadline) throw new Error('No mail has arrived.');
        await sleep(10);
      }
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, rejecting: boolean, onMail: (mail: ReceivedMail) => void): void {
  let buffer = '';
  let from = '';
  let to: string[] = [];
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    if (/^(?:EHLO|HELO)/i.test(line)) say('250 mail.test');
    else if (/^MAIL FROM:/i.test(line)) {
      from = address;
      say('250 OK');
    } else if (/^RCPT TO:/i.test(line)) {
      to.push(address);
      say(rejecting ? '550 No such user' : '250 OK');
    } else if (/^DATA/i.test(line)) {
      inData = true;
      say('354 Go ahead');
    } else if (/^QUIT/i.test(line)) {
      say('221 Bye');
      socket.end();
    } else say('250 OK');
  };
  const takeMail = (source: string): void => {
    onMail({ from, to, source, text: textOf(source) });
    to = [];
    inData = false;
    say('250 Taken');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('utf8');
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) takeMail(text);
      else hear(text);
    }
  });
  say('220 mail.test ready');
}

function textOf(source: string): string {
  const [head = '', body = ''] = source.split(/\r\n\r\n([\s\S]*)/);
  if (!/quoted-printable/i.test(head)) return body;
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
