import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { success, successSchema } from '../envelope.js';

const MESSAGE = 'Alive.';

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
          description: 'Tells that the process runs and answers.',
          responses: { 200: { description: 'Alive.', schema: successSchema(MESSAGE, z.object({})) } },
          errors: [],
        },
      },
    },
    () => success(MESSAGE, {}),
  );
}
