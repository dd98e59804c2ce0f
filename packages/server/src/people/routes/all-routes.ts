import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import type { Route } from '../../http/route.js';
import { enrolFace } from './enrol-face.js';
import { exportCollection, importCollection } from './exchange.js';
import { collectionRoutes } from './manage-collections.js';
import { peopleRoutes } from './manage-people.js';
import type { PeopleDeps } from './people-deps.js';
import { searchFaces } from './search-faces.js';
import { verifyPerson } from './verify-person.js';

const isOfCollections = (url: string | undefined): boolean => /^\/collections(?:\/|$)/.test(url ?? '');

/** While collections are off, every request to them is rejected before anything else is looked at. */
export function addCollectionsOff(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [path] = request.url.split('?', 1);
    // By the route too, because the path may be percent-encoded.
    const isOff = isOfCollections(path) || isOfCollections(request.routeOptions.url);
    done(isOff ? new ServiceError('collections-off') : undefined);
  });
}

/** All routes of collections and the people in them. */
export const allPeopleRoutes = (deps: PeopleDeps): Route[] => [
  ...collectionRoutes(deps),
  ...peopleRoutes(deps),
  enrolFace(deps),
  searchFaces(deps),
  verifyPerson(deps),
  exportCollection(deps),
  importCollection(deps),
];
