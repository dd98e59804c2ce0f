import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often idle connections are closed while the service stops. */
const SWEEP_MS = 100;
/** A proxy that has just connected is about to send a call, which it may not retry elsewhere. */
const FIRST_WORD_MS = 1000;

/**
 * Once the service is stopping, every response closes its connection. When it accepts no more requests, idle
 * connections are closed too, and soon after those that have sent no request or only the beginning of one.
 */
export function addGracefulClose(app: FastifyInstance, stopping: AbortSignal): void {
  const connections = trackConnections(app);
  let sweep: NodeJS.Timeout | null = null;
  app.addHook('preClose', (done) => {
    const stoppedAt = performance.now();
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
      const patient = performance.now() - FIRST_WORD_MS;
      for (const [socket, { requests, freeSince }] of connections) {
        // Part of a request may just have arrived, however long ago the last one was.
        const since = socket.bytesRead === 0 ? freeSince : Math.max(freeSince, stoppedAt);
        if (requests === 0 && since < patient) socket.destroy();
      }
    }, SWEEP_MS);
    // Connections that the system has accepted but Node has not are reset when listening ends. Right after Node has
    // accepted new ones, there are none.
    setImmediate(done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted || sweep !== null) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    if (sweep !== null) clearInterval(sweep);
    done();
  });
}

interface Connection {
  /** Requests whose headers have arrived and that are not finished. */
  requests: number;
  freeSince: number;
}

/** Node only considers connections idle that have had a request and no byte of the next one. */
function trackConnections(app: FastifyInstance): ReadonlyMap<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, freeSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    response.once('close', () => {
      connection.requests -= 1;
      connection.freeSince = performance.now();
    });
  });
  return connections;
}
