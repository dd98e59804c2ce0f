import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A client with a large body may ask before it sends (`Expect: 100-continue`). It gets the go-ahead only when the body
 * is about to be read, so a refused request costs no upload.
 */
export function addExpectContinue(app: FastifyInstance): void {
  app.decorateRequest('awaitsContinue', false);
  // With listeners of our own, Node neither says "continue" nor refuses other expectations by itself.
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  app.addHook('onRequest', (request, _reply, done) => {
    request.awaitsContinue = request.headers.expect?.toLowerCase() === '100-continue';
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // The body never comes; on an open connection the next request would be taken for it.
    if (request.awaitsContinue) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Lets a client that waits for it send its body. */
export function letBodyCome(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.awaitsContinue) return;
  request.awaitsContinue = false;
  reply.raw.writeContinue();
}
