import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { isSuccess } from '../envelope.js';
import { outcomeOf } from '../request-outcome.js';

/**
 * One log line and one measurement per request, when it is over however it ended.
 * The line names the route, never the URL: a query may hold anything.
 */
export function addRequestLog(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.decorateRequest('succeeded', false);
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.succeeded = isSuccess(payload);
    done(null, payload);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    metrics.beginRequest();
    reply.raw.once('close', () => {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      const route = request.routeOptions.url ?? 'unmatched';
      const { status, code, reason } = outcomeOf(request, reply);
      metrics.endRequest({ route, status, code, ms, reason });
      request.log.info(
        { method: request.method, route, status, code, ms, account: request.account?.accountId },
        'request',
      );
    });
    done();
  });
}
