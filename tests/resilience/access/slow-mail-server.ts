import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SlowMailServer {
  readonly url: string;
  /** The recipients of the accepted mails. */
  readonly recipients: readonly string[];
  readonly close: () => Promise<void>;
}

/** Much longer than any response of the service, so that waiting for a mail would show. */
const GREETING_MS = 150;

/** A slow mail server that accepts every mail. */
export async function startSlowMailServer(): Promise<SlowMailServer> {
  const recipients: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    setTimeout(() => socket.write('220 mail.test ready\r\n'), GREETING_MS);
    let isData = false;
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      const lines = heard.split('\r\n');
      heard = lines.pop() ?? '';
      for (const line of lines) {
        if (isData && line !== '.') continue;
        const to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
        if (to !== undefined) recipients.push(to);
        isData = /^DATA/i.test(line);
        socket.write(isData ? '354 Go ahead\r\n' : /^QUIT/i.test(line) ? '221 Bye\r\n' : '250 OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
