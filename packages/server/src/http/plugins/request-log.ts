import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE } from '../../errors.js';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { CLIENT_GONE_STATUS } from '../client-gone.js';
import { isSuccess, SUCCESS_CODE } from '../envelope.js';

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
      const answered = reply.raw.writableFinished;
      const status = answered ? reply.statusCode : CLIENT_GONE_STATUS;
      const code = answered ? codeOf(request) : '';
      const reason = answered ? (request.failure?.reason ?? null) : null;
      metrics.endRequest({ route, status, code, ms, reason });
      request.log.info(
        { method: request.method, route, status, code, ms, account: request.account?.accountId },
        'request',
      );
    });
    done();
  });
}

/** Empty for what has no envelope: pages, metrics, the OpenAPI document, preflights. */
function codeOf({ failure, succeeded }: FastifyRequest): string {
  if (failure !== null) return ERROR_CATALOGUE[failure.code].number;
  return succeeded ? SUCCESS_CODE : '';
}
