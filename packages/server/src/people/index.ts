/** What other features may use of this one. */
export type { Owner } from './collection-limits.js';
export type { CollectionRow, PersonRow } from './collection-rows.js';
export { Collections, thresholdOf } from './collections.js';
export { exportedBytes } from './export-collection.js';
export type { Neighbour } from './face-store.js';
export { type ImportedPerson, importPeople } from './import-people.js';
export { openCollections } from './open-collections.js';
export type { People } from './people.js';
export { PostgresFaceStore } from './postgres/postgres-face-store.js';
export { addCollectionsOff, allPeopleRoutes } from './routes/all-routes.js';
export { idField, isId, ownerOf, type PeopleDeps } from './routes/people-deps.js';
export { sealVector, unsealVector } from './sqlite/sealed-vector.js';
