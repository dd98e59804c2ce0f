import type { FastifyInstance } from 'fastify';
import { ERROR_CATALOGUE } from '../../errors.js';
import type { ServiceMetrics } from '../../metrics.js';
import { SUCCESS_CODE } from '../envelope.js';

/** What a request is counted as when the client left before its answer. */
const CLIENT_GONE_STATUS = 499;

/**
 * One log line and one measurement per request, when it is over however it ended.
 * The line names the route, never the URL: a query may hold anything.
 */
export function addRequestLog(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE_STATUS;
      const failed = request.failedWith;
      const code = failed === null ? SUCCESS_CODE : ERROR_CATALOGUE[failed].number;
      metrics.observeRequest({ route, status, code, ms });
      request.log.info(
        { method: request.method, route, status, code, ms, account: request.account?.accountId },
        'request',
      );
    });
    done();
  });
}
