import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.js';

/** Responses are data, not pages: no browser may render, frame, sniff or store them. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Sent only over HTTPS; elsewhere browsers ignore it. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };

/**
 * Sends the request id, the security headers and the headers of the route with every response, and checks the headers
 * that every request must have. Registered before any other hook that may reject a request.
 */
export function addHeaders(app: FastifyInstance): void {
  app.decorateRequest('awaitsContinue', false);
  // With these listeners, Node neither sends "100 Continue" nor rejects other expectations itself.
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'x-request-id': request.id,
      ...SECURITY_HEADERS,
      ...(request.protocol === 'https' && STRICT_TRANSPORT),
      ...request.routeOptions.config.route?.headers,
    });
    request.awaitsContinue = request.headers.expect?.toLowerCase() === '100-continue';
    const problem = hostProblem(request.raw);
    if (problem !== null) void reply.header('connection', 'close');
    done(problem === null ? undefined : new ServiceError('malformed-body', problem));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // The body never arrives; on an open connection, the next request would be read as the body.
    if (request.awaitsContinue) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Tells a client that sent `Expect: 100-continue` to send its body. Called only when the body is about to be read, so
 * that a rejected request costs no upload.
 */
export function sendContinue(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.awaitsContinue) return;
  request.awaitsContinue = false;
  reply.raw.writeContinue();
}

/** The longest possible host name with a port. */
const MAX_HOST_LENGTH = 255 + 6;

/**
 * HTTP requires that a missing, repeated or invalid Host header is rejected: a proxy in front might read another name than this
 * service does.
 */
function hostProblem({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): string | null {
  const names = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host');
  if (names.length > 1) return 'The request has more than one Host header; send one.';
  if (host === undefined)
    return httpVersion === '1.0' ? null : 'The request has no Host header; send the name of the service.';
  return isHost(host) ? null : 'The Host header is not valid.';
}

const isHost = (host: string): boolean =>
  host.length <= MAX_HOST_LENGTH && !/[/?#@\\\s]/.test(host) && URL.canParse(`http://${host}`);

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** The prefix of API keys. One that is sent as a request id may belong to somebody. */
const API_KEY_PREFIX = /fct_/i;

/** The caller's request id if it is harmless, else a new one. An API key must not get into logs this way. */
export function makeRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !REQUEST_ID.test(given) || API_KEY_PREFIX.test(given)) return randomUUID();
  const apiKeys = [
    headers['user_id'],
    headers['x-user-id'],
    headers['x-api-key'],
    headers.authorization?.replace(/^bearer +/i, ''),
  ];
  const containsKey = apiKeys.some((key) => typeof key === 'string' && key && given.includes(key.trim()));
  return containsKey ? randomUUID() : given;
}
