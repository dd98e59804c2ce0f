import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Handles `Expect: 100-continue`: a client that waits before sending a large body is told to continue only when the
 * body is about to be read, so that a refused request costs no upload.
 */
export function addExpectContinue(app: FastifyInstance): void {
  app.decorateRequest('awaitsContinue', false);
  // With these listeners, Node neither sends "100 Continue" nor refuses other expectations itself.
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  app.addHook('onRequest', (request, _reply, done) => {
    request.awaitsContinue = request.headers.expect?.toLowerCase() === '100-continue';
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // The body never arrives; on an open connection, the next request would be read as the body.
    if (request.awaitsContinue) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Tells a client that is waiting for it to send its body. */
export function sendContinue(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.awaitsContinue) return;
  request.awaitsContinue = false;
  reply.raw.writeContinue();
}
