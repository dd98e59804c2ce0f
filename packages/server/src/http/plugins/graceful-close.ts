import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle are closed while the service stops. */
const SWEEP_MS = 100;
/** A proxy that has just connected is about to send a call, and may not send it anywhere else afterwards. */
const FIRST_WORD_MS = 1000;

/**
 * Once the service was told to stop, every answer is the last on its connection; when it takes no more requests, idle
 * connections end, too, and soon those on which no request, or only the beginning of one, has come.
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
        // Half of a request may have come just now, whenever the last one was.
        const since = socket.bytesRead === 0 ? freeSince : Math.max(freeSince, stoppedAt);
        if (requests === 0 && since < patient) socket.destroy();
      }
    }, SWEEP_MS);
    // Connections that the system has accepted and Node has not are reset when listening ends. Right after Node has
    // looked for new ones there are none.
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
  /** Whose heads have come, and which are not over. */
  requests: number;
  freeSince: number;
}

/** Node takes only those for idle that have had a request and no byte of a further one. */
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
