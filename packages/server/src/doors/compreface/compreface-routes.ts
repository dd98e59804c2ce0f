import type { Dialect, Route } from '../../http/route.js';
import type { PeopleDeps } from '../../people/index.js';
import { unknownPath } from '../unknown-path.js';
import { embeddingRoutes } from './embedding-routes.js';
import { exampleRoutes } from './example-routes.js';
import { imageRoutes } from './image-routes.js';
import { comprefaceError } from './stated-error.js';
import { API, subjectRoutes } from './subject-routes.js';

export const COMPREFACE_KEY_HEADER = 'x-api-key';

export const COMPREFACE: Dialect = {
  apiKeyHeaders: [COMPREFACE_KEY_HEADER],
  stateError: comprefaceError,
};

/** For URLs that Fastify rejects before it looks for a route. */
export const isOfCompreface = (url: string): boolean => url.startsWith(`${API}/`);

/**
 * CompreFace's REST API for applications that were made for it: a translation of its requests, responses and errors.
 * Everything between is that of the other routes.
 */
export const comprefaceRoutes = (deps: PeopleDeps): Route[] => [
  ...subjectRoutes(deps),
  ...exampleRoutes(deps),
  ...imageRoutes(deps),
  ...embeddingRoutes(deps),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => unknownPath(method, API)),
];
