import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NO_TRACE, type Trace, type Tracer } from '../../tracing/trace.js';
import { outcomeOf } from './request-log.js';

/** Starts a trace with each request and ends it when the request is over, however it ended. */
export function addTracing(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('trace', null);
  if (tracer === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url: route } = request.routeOptions;
    if (config.untraced !== true) {
      const trace = tracer.begin({
        method: request.method,
        // Behind a proxy, the protocol comes from a header.
        scheme: request.protocol === 'https' ? 'https' : 'http',
        traceparent: traceparentOf(request),
      });
      request.trace = trace;
      request.log = request.log.child({ trace_id: trace.traceId });
      reply.raw.once('close', () => {
        trace.end({ route, ...outcomeOf(request, reply) });
      });
    }
    done();
  });
}

export const traceOf = ({ trace }: FastifyRequest): Trace => trace ?? NO_TRACE;

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['traceparent'];
  return typeof value === 'string' ? value : undefined;
}
