import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { runChecks, type ReadinessCheck } from '../../work/readiness.js';
import { envelope } from '../response-kinds.js';
import { route, type Route } from '../route.js';

/** Liveness: the process is running and responds. */
export const healthz = (): Route =>
  route({
    method: 'GET',
    path: '/healthz',
    caller: 'anyone',
    cost: 'static',
    untraced: true,
    document: {
      operationId: 'healthz',
      tag: 'Service',
      summary: 'Alive',
      description: 'Shows that the process is running and responds.',
    },
    response: envelope('Alive.', z.object({})),
    handle: () => ({}),
  });

const ReadyData = z.object({
  checks: z.array(z.object({ name: z.string().meta({ examples: ['database'] }), ready: z.boolean() })),
});

/** Readiness: all checks pass. */
export const readyz = (checks: readonly ReadinessCheck[]): Route =>
  route({
    method: 'GET',
    path: '/readyz',
    caller: 'anyone',
    cost: 'static',
    untraced: true,
    document: {
      operationId: 'readyz',
      tag: 'Service',
      summary: 'Ready',
      description:
        'Tells whether the models are loaded, have completed one real inference and still have worker threads, whether the database responds, and whether the service is not shutting down.',
    },
    response: envelope('Ready.', ReadyData),
    errors: ['overloaded'],
    handle: async () => {
      const results = await runChecks(checks);
      if (results.every(({ ready }) => ready)) return { checks: [...results] };
      throw new ServiceError(
        'overloaded',
        'The service is not ready.',
        { checks: results },
        { because: 'not-ready' },
      );
    },
  });
