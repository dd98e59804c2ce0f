import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { runChecks, type ReadinessCheck } from '../../work/readiness.js';
import { success, successSchema } from '../envelope.js';

const ALIVE = 'Alive.';

/** Liveness: the process is running and responds. */
export function addHealthz(app: FastifyInstance): void {
  app.get(
    '/healthz',
    {
      config: {
        auth: 'public',
        untraced: true,
        document: {
          operationId: 'healthz',
          tag: 'Service',
          summary: 'Alive',
          description: 'Shows that the process is running and responds.',
          responses: { 200: { description: 'Alive.', schema: successSchema(ALIVE, z.object({})) } },
          errors: [],
        },
      },
    },
    () => success(ALIVE, {}),
  );
}

const READY = 'Ready.';

const ReadyData = z.object({
  checks: z.array(z.object({ name: z.string().meta({ examples: ['database'] }), ready: z.boolean() })),
});

/** Readiness: all checks pass. */
export function addReadyz(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get(
    '/readyz',
    {
      config: {
        auth: 'public',
        untraced: true,
        document: {
          operationId: 'readyz',
          tag: 'Service',
          summary: 'Ready',
          description:
            'Tells whether the models are loaded, have completed one real inference and still have worker threads, whether the database responds, and whether the service is not shutting down.',
          responses: { 200: { description: 'Ready.', schema: successSchema(READY, ReadyData) } },
          errors: ['overloaded'],
        },
      },
    },
    async () => {
      const results = await runChecks(checks);
      if (results.every(({ ready }) => ready)) return success(READY, { checks: results });
      throw new ServiceError(
        'overloaded',
        'The service is not ready.',
        { checks: results },
        { because: 'not-ready' },
      );
    },
  );
}
