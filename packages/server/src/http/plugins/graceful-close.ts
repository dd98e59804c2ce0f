import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle are closed while the service stops. */
const SWEEP_MS = 100;
/** A proxy that has just connected is about to send a call, and may not send it anywhere else afterwards. */
const FIRST_WORD_MS = 1000;

/**
 * Once the service was told to stop, every answer is the last on its connection; when it takes no more requests, idle
 * connections end, too, and those that wait for a first one soon.
 */
export function addGracefulClose(app: FastifyInstance, stopping: AbortSignal): void {
  const unused = trackUnused(app);
  let sweep: NodeJS.Timeout | null = null;
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
      const patient = performance.now() - FIRST_WORD_MS;
      for (const [socket, since] of unused) if (socket.bytesRead === 0 && since < patient) socket.destroy();
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

/** Connections without a request, as browsers open them in advance, and since when; Node does not count them as idle. */
function trackUnused(app: FastifyInstance): ReadonlyMap<Socket, number> {
  const unused = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    unused.set(socket, performance.now());
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  return unused;
}
