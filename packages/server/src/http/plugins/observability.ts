import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_GONE_STATUS, ERROR_CATALOGUE } from '../../errors.js';
import type { ServiceMetrics } from '../../observe/service-metrics.js';
import {
  NO_TRACE,
  type RequestFacts,
  type RequestTrace,
  type Trace,
  type Tracer,
} from '../../observe/tracing/trace.js';
import { SUCCESS_CODE } from '../envelope.js';

/** A request that has just ended. */
export interface EndedRequest {
  /** When it arrived. */
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  /** The code on the wire; empty if the client disconnected before the response. */
  readonly code: string;
  readonly ms: number;
  readonly requestId: string;
  /** Under which its API key may be stored. */
  readonly keyHashes: readonly string[];
}

export interface ObservabilityOptions {
  readonly metrics: ServiceMetrics;
  /** Keeps the requests of each account. */
  readonly requestLog: { add(accountId: string, request: EndedRequest): void };
  /** Undefined if tracing is off. */
  readonly tracer: Tracer | undefined;
}

/**
 * One log line, one measurement and one trace per request, whenever and however it ends, and one line in the request
 * log of its account. All contain the route, never the URL: a query may contain anything.
 */
export function addObservability(app: FastifyInstance, options: ObservabilityOptions): void {
  const { metrics, requestLog, tracer } = options;
  app.decorateRequest('trace', null);
  app.decorateRequest('succeeded', false);
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    const at = Date.now();
    const trace = beginTrace(request, tracer);
    metrics.beginRequest();
    reply.raw.once('close', () => {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      const facts = requestFacts(request, reply);
      trace?.end(facts);
      metrics.endRequest(facts, ms);
      const { account, callerId, keyHashes, id: requestId, method } = request;
      const { route = 'not-found', status, code } = facts;
      // Undefined if the request was rejected before authentication.
      if (callerId != null)
        requestLog.add(callerId, {
          at,
          operation: route,
          status,
          code,
          ms: Math.round(ms),
          requestId,
          keyHashes: keyHashes ?? [],
        });
      request.log.info({ method, route, status, code, ms, account: account?.accountId }, 'request');
    });
    done();
  });
}

function beginTrace(request: FastifyRequest, tracer: Tracer | undefined): RequestTrace | undefined {
  if (tracer === undefined || request.routeOptions.config.route?.untraced === true) return undefined;
  const { traceparent } = request.headers;
  const trace = tracer.begin({
    method: request.method,
    // Behind a proxy, the protocol comes from a header.
    scheme: request.protocol === 'https' ? 'https' : 'http',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
  request.trace = trace;
  request.log = request.log.child({ trace_id: trace.traceId });
  return trace;
}

export const traceOf = ({ trace }: FastifyRequest): Trace => trace ?? NO_TRACE;

/** How a request ended. Call it when the connection has closed. */
function requestFacts(
  { failure, succeeded, operation, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): RequestFacts {
  const route = operation ?? routeOptions.url;
  if (!reply.raw.writableFinished) return { route, status: CLIENT_GONE_STATUS, code: '', reason: null };
  const status = reply.statusCode;
  if (failure === null) return { route, status, code: succeeded ? SUCCESS_CODE : '', reason: null };
  return { route, status, code: ERROR_CATALOGUE[failure.code].number, reason: failure.reason };
}
