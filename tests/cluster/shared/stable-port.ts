import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that nobody takes it while its server restarts. */
const FIRST = 20_000;
const COUNT = 12_000;
const TRIES = 50;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });

/** A port that a server can come back to. */
export async function stablePort(): Promise<number> {
  for (let n = 0; n < TRIES; n += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports is free.`);
}
