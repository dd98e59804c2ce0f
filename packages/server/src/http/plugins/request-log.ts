import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLog } from '../../accounts/usage/request-log.js';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { CLIENT_GONE_STATUS, ERROR_CATALOGUE } from '../../errors.js';
import { isSuccess, SUCCESS_CODE } from '../envelope.js';

/**
 * One log line and one measurement per request, whenever and however it ends, and one line in the request log of its
 * account. All contain the route, never the URL: a query may contain anything.
 */
export function addRequestLog(
  app: FastifyInstance,
  metrics: ServiceMetrics,
  requestLog: Pick<RequestLog, 'add'>,
): void {
  app.decorateRequest('succeeded', false);
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.succeeded = isSuccess(payload);
    done(null, payload);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    const at = Date.now();
    metrics.beginRequest();
    reply.raw.once('close', () => {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      const route = request.routeOptions.url ?? 'unmatched';
      const { status, code, reason } = outcomeOf(request, reply);
      metrics.endRequest({ route, status, code, ms, reason });
      const { callerId, id: requestId } = request;
      // Undefined if the request was refused before authentication.
      if (callerId != null)
        requestLog.add(callerId, { at, operation: route, status, code, ms: Math.round(ms), requestId });
      request.log.info(
        { method: request.method, route, status, code, ms, account: request.account?.accountId },
        'request',
      );
    });
    done();
  });
}

/** How a request ended, in a few fixed values: for logs, metrics and traces. */
export interface RequestOutcome {
  readonly status: number;
  /**
   * The four digits of the envelope; empty for responses without one: pages, metrics, the OpenAPI document, preflights.
   */
  readonly code: string;
  /** Why it was refused; null if it was not. */
  readonly reason: string | null;
}

/** Call it when the connection has closed. */
export function outcomeOf({ failure, succeeded }: FastifyRequest, reply: FastifyReply): RequestOutcome {
  if (!reply.raw.writableFinished) return { status: CLIENT_GONE_STATUS, code: '', reason: null };
  const status = reply.statusCode;
  if (failure === null) return { status, code: succeeded ? SUCCESS_CODE : '', reason: null };
  return { status, code: ERROR_CATALOGUE[failure.code].number, reason: failure.reason };
}
