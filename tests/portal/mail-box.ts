import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface MailBox {
  /** For FACET_SMTP_URL. */
  readonly url: string;
  /** The first link of the next mail to arrive. */
  readonly nextLink: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 20_000;

/** A mail server that accepts every mail and delivers none. */
export async function openMailBox(): Promise<MailBox> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    take(socket, (mail) => mails.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextLink: async () => {
      const deadline = Date.now() + DEADLINE_MS;
      while (Date.now() < deadline) {
        const mail = mails.shift();
        if (mail !== undefined) return linkIn(mail);
        await sleep(50);
      }
      throw new Error('No mail has arrived.');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Long lines arrive folded ("=" at the end) and with characters as "=3D". */
function linkIn(mail: string): string {
  const text = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`The mail has no link:\n${mail}`);
  return link;
}

/** The part of SMTP (RFC 5321) that a mail needs: one response to each line, and the mail up to the single dot. */
function take(socket: Socket, onMail: (mail: string) => void): void {
  let rest = '';
  let mail: string[] | null = null;
  socket.write('220 mail box\r\n');
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (mail === null) {
        if (line === 'DATA') mail = [];
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      } else if (line === '.') {
        onMail(mail.join('\r\n'));
        mail = null;
        socket.write('250 taken\r\n');
      } else mail.push(line);
    }
  });
}
