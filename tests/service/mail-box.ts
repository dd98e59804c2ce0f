import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export interface MailBox {
  readonly url: string;
  /** The first mail that arrives, as its source. */
  readonly first: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^DATA/i, '354 Go ahead'],
  [/^QUIT/i, '221 Bye'],
  [/./, '250 OK'],
];

const DEADLINE_MS = 20_000;

/** A mail server on loopback that takes every mail. */
export async function openMailBox(): Promise<MailBox> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let mail: string[] | null = null;
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      if (mail === null) {
        const [, response = ''] = ANSWERS.find(([command]) => command.test(line)) ?? [];
        if (response.startsWith('354')) mail = [];
        socket.write(`${response}\r\n`);
        if (response.startsWith('221')) socket.end();
      } else if (line === '.') {
        mails.push(mail.join('\n'));
        mail = null;
        socket.write('250 Taken\r\n');
      } else mail.push(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    first: async () => {
      const deadline = Date.now() + DEADLINE_MS;
      while (Date.now() < deadline) {
        const [mail] = mails;
        if (mail !== undefined) return mail;
        await sleep(20);
      }
      throw new Error('No mail has arrived.');
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
