import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServiceMetrics } from '../../observe/service-metrics.js';
import { cachedBriefly } from '../../work/readiness.js';

export function addMetricsRoute(app: FastifyInstance, { registry }: ServiceMetrics): void {
  const written = cachedBriefly(async () => Buffer.from(await registry.metrics()));
  app.get(
    '/metrics',
    {
      config: {
        auth: 'public',
        untraced: true,
        document: {
          operationId: 'metrics',
          tag: 'Service',
          summary: 'Metrics',
          description: 'Measurements in the text format of Prometheus.',
          responses: {
            200: {
              description: 'The measurements.',
              schema: z.string().meta({ examples: ['facet_queue_waiting 0\n'] }),
              contentType: 'text/plain',
            },
          },
          errors: [],
        },
      },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await written()),
  );
}
