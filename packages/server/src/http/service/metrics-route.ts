import { z } from 'zod';
import type { ServiceMetrics } from '../../observe/service-metrics.js';
import { cachedBriefly } from '../../work/readiness.js';
import { sentByHandler } from '../response-kinds.js';
import { route, type Route } from '../route.js';

export function metricsRoute({ registry }: ServiceMetrics): Route {
  const written = cachedBriefly(async () => Buffer.from(await registry.metrics()));
  return route({
    method: 'GET',
    path: '/metrics',
    caller: 'anyone',
    cost: 'static',
    untraced: true,
    document: {
      operationId: 'metrics',
      tag: 'Service',
      summary: 'Metrics',
      description: 'Measurements in the text format of Prometheus.',
    },
    response: sentByHandler('The measurements.', {
      'text/plain': { schema: z.string().meta({ examples: ['facet_queue_waiting 0\n'] }) },
    }),
    handle: async ({ reply }) => reply.type(registry.contentType).send(await written()),
  });
}
