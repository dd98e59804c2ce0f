import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

export interface InterruptedPostgres {
  readonly url: string;
  /** From now on the database hears everything, and nobody hears the database: those who ask, or all who are connected. */
  swallowResponses(ofWhom?: 'those who ask' | 'all'): void;
  /** From now on nobody gets through at all, and those who were connected are cut off. */
  cut(): void;
  /** As if nothing had been. What was swallowed stays swallowed. */
  heal(): void;
  stop(): Promise<void>;
}

/** A way to a PostgreSQL that a test can disturb. */
export async function interrupt(url: string): Promise<InterruptedPostgres> {
  const target = new URL(url);
  const socketPath = join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  let mode: 'open' | 'deaf' | 'cut' = 'open';
  const sockets = new Set<Socket>();
  const deafening = new Set<() => void>();
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(socketPath);
    let isDeaf = false;
    deafening.add(() => {
      isDeaf = true;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        // A deaf connection stays open at the database, as after a broken cable.
        if (!isDeaf) upstream.destroy();
        client.destroy();
      });
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      isDeaf ||= mode === 'deaf';
      if (!isDeaf) client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://facet@127.0.0.1:${port}${target.pathname}`,
    swallowResponses: (ofWhom = 'those who ask') => {
      mode = 'deaf';
      if (ofWhom === 'all') for (const deafen of deafening) deafen();
    },
    cut: () => {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    heal: () => {
      mode = 'open';
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
