import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import { addOperation, type OperationDeps } from '../../faces/operation-route.js';
import type { CollectionDeps } from './collection-route.js';
import { enrolFace } from './enrol-face.js';
import { addExport, addImport } from './exchange.js';
import { addManageCollections } from './manage-collections.js';
import { addManagePeople } from './manage-people.js';
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

export function addCollectionRoutes(
  app: FastifyInstance,
  deps: CollectionDeps,
  operationDeps: OperationDeps,
): void {
  addManageCollections(app, deps);
  addManagePeople(app, deps);
  addOperation(app, operationDeps, enrolFace(deps));
  addOperation(app, operationDeps, searchFaces(deps));
  addOperation(app, operationDeps, verifyPerson(deps));
  addExport(app, deps);
  addImport(app, deps, operationDeps.limits.bodyBytes);
}
