import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A place that must not be reached. It counts connections, not requests: even a connection is too much. */
export interface Canary {
  readonly port: number;
  readonly knocks: () => number;
  readonly close: () => Promise<void>;
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  });

/** Listens on every address of the machine, of both kinds; without IPv6 it fails, for half of the attacks would prove nothing. */
export async function startCanary(host = '::', port = 0): Promise<Canary> {
  let knocks = 0;
  const server = createServer((_request, response) => response.end('a secret'));
  server.on('connection', () => knocks++);
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    knocks: () => knocks,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
