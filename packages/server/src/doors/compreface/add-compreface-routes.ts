import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import type { CollectionDeps } from '../../people/routes/collection-route.js';
import { isSuccess, type Success } from '../../http/envelope.js';
import type { OperationDeps } from '../../faces/operation-route.js';
import { renderError } from '../../http/render-error.js';
import { API } from './compreface-route.js';
import { addEmbeddingOperations } from './embedding-operations.js';
import { addExampleRoutes } from './example-routes.js';
import {
  addAddExample,
  addDetect,
  addRecognize,
  addVerifyExample,
  addVerifyImages,
} from './image-operations.js';
import { comprefaceError } from './stated-error.js';
import { addSubjectRoutes } from './subject-routes.js';

export const COMPREFACE_KEY_HEADER = 'x-api-key';

/** Requests that create something. */
const CREATING = [`${API}/recognition/faces`, `${API}/recognition/subjects`];

/**
 * CompreFace's REST API for applications that were made for it: a translation of its requests, responses and errors.
 * Everything between is that of the other routes.
 */
export async function addComprefaceRoutes(
  app: FastifyInstance,
  deps: CollectionDeps,
  operations: OperationDeps,
): Promise<void> {
  await app.register((routes, _options, done) => {
    routes.addHook('onRoute', (route) => {
      route.config = { ...route.config, apiKeyHeaders: [COMPREFACE_KEY_HEADER] };
    });
    // After the hook that notes a success for the request log.
    routes.addHook('preSerialization', ({ method, routeOptions: { url = '' } }, reply, payload, next) => {
      if (!isSuccess(payload)) {
        next(null, payload);
        return;
      }
      if (method === 'POST' && CREATING.includes(url)) void reply.code(201);
      next(null, (payload as Success<string, unknown>).data);
    });
    routes.setErrorHandler((error, request, reply) => renderError(error, request, reply, comprefaceError));
    addSubjectRoutes(routes, deps);
    addExampleRoutes(routes, deps);
    addAddExample(routes, deps, operations);
    addRecognize(routes, deps, operations);
    addVerifyExample(routes, deps, operations);
    addDetect(routes, operations);
    addVerifyImages(routes, operations);
    addEmbeddingOperations(routes, deps, operations);
    routes.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
      url: `${API}/*`,
      config: { auth: 'public' },
      handler: () => {
        throw new ServiceError('not-found');
      },
    });
    done();
  });
}
