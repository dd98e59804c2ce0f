import type { FastifyInstance } from 'fastify';

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
const STRICT_TRANSPORT = 'max-age=31536000';

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    if (request.protocol === 'https') void reply.header('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
}

/**
 * Sends the headers that a route declares with every response. Registered before any hook that may refuse a request.
 */
export function addRouteHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config.headers ?? {});
    done();
  });
}
