import { ServiceError } from '../errors.js';
import type { Resolver } from './url-guard.js';

/**
 * Bounds the look-ups that are under way. The system's resolver cannot be stopped and works on threads that are few,
 * so a name whose servers keep silent holds one long after the fetch has been given up.
 */
export function boundedResolver(resolver: Resolver, most: number): Resolver {
  let underWay = 0;
  return async (hostname) => {
    if (underWay >= most) throw new ServiceError('overloaded', undefined, {}, { because: 'fetches-full' });
    underWay += 1;
    try {
      return await resolver(hostname);
    } finally {
      underWay -= 1;
    }
  };
}
