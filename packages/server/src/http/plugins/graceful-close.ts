import type { FastifyInstance } from 'fastify';

/** How often connections that have become idle are closed while the service stops. */
const SWEEP_MS = 100;

/** While the service stops, no connection is kept alive for a next request. */
export function addGracefulClose(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | null = null;
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections();
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
