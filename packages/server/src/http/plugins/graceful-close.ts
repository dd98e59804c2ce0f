import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle are closed while the service stops. */
const SWEEP_MS = 100;

/** While the service stops, no connection is kept open for a next request, nor for a first one. */
export function addGracefulClose(app: FastifyInstance): void {
  const unused = trackUnused(app);
  let sweep: NodeJS.Timeout | null = null;
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (sweep !== null) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    if (sweep !== null) clearInterval(sweep);
    done();
  });
}

/** Connections opened in advance, as browsers do; Node does not count them as idle. */
function trackUnused(app: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  return unused;
}
