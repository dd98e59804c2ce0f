import { ServiceError } from '../errors.js';
import { sentByHandler } from '../http/response-kinds.js';
import { route, type Route } from '../http/route.js';

/** What a door has at no address of its own, which is rejected in its dialect. */
export const unknownPath = (method: Route['method'], prefix: `/${string}`): Route =>
  route({
    method,
    path: `${prefix}/*`,
    caller: 'anyone',
    cost: 'static',
    response: sentByHandler('Nothing.'),
    handle: () => {
      throw new ServiceError('not-found');
    },
  });
