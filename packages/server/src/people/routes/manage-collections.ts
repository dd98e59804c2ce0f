import { z } from 'zod';
import { moment } from '../../accounts/index.js';
import { roundedDistance } from '../../faces/index.js';
import { envelope } from '../../http/response-kinds.js';
import { route, type Route } from '../../http/route.js';
import type { CollectionRow } from '../collection-rows.js';
import { thresholdOf } from '../collections.js';
import { CollectionView } from './collections.schema.js';
import { COLLECTION, COLLECTION_ERRORS, ownerOf, type PeopleDeps } from './people-deps.js';

const Limit = z.int().nullable().describe('`null`: without a limit.');
const Limits = z
  .object({ collections: Limit, people: Limit, faces: Limit })
  .describe('What the plan allows in all collections of the account together.');
const WithCollection = z.object({ collection: CollectionView, limits: Limits });

const view = (row: CollectionRow): z.infer<typeof CollectionView> => ({
  collection: row.id,
  people: row.people,
  faces: row.faces,
  model: row.model,
  threshold: roundedDistance(thresholdOf(row)),
  created_at: moment(row.created_at),
});

const listCollections = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'GET',
    path: '/collections',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'listCollections',
      tag: 'Collections',
      summary: 'List the collections',
      description: 'The collections of the account, what it keeps in all of them, and what its plan allows.',
    },
    response: envelope(
      'The collections.',
      z.object({
        collections: z.array(CollectionView),
        used: z.object({ collections: z.int(), people: z.int(), faces: z.int() }),
        limits: Limits,
      }),
    ),
    errors: ['collections-off'],
    handle: async ({ request }) => {
      const { collections: rows, used } = await collections.list(ownerOf({ plans }, request).accountId);
      return { collections: rows.map(view), used, limits: ownerOf({ plans }, request).limits };
    },
  });

const putCollection = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'PUT',
    path: '/collections/:collection',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'putCollection',
      tag: 'Collections',
      summary: 'Create a collection',
      description: 'Creates the collection; if it exists, nothing changes. A body is ignored.',
    },
    params: COLLECTION,
    response: envelope('The collection is there.', WithCollection),
    errors: ['collections-off', 'collection-limit'],
    handle: async ({ request, params }) => ({
      collection: view(await collections.put(ownerOf({ plans }, request), params.collection)),
      limits: ownerOf({ plans }, request).limits,
    }),
  });

const showCollection = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'GET',
    path: '/collections/:collection',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'showCollection',
      tag: 'Collections',
      summary: 'Describe a collection',
      description: 'How many people and faces it has, the model of its vectors, and its threshold.',
    },
    params: COLLECTION,
    response: envelope('The collection.', WithCollection),
    errors: [...COLLECTION_ERRORS],
    handle: async ({ request, params }) => ({
      collection: view(await collections.find(ownerOf({ plans }, request).accountId, params.collection)),
      limits: ownerOf({ plans }, request).limits,
    }),
  });

const deleteCollection = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'DELETE',
    path: '/collections/:collection',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'deleteCollection',
      tag: 'Collections',
      summary: 'Delete a collection',
      description:
        'Deletes the collection with all its people and faces, for good. Nobody finds them from this moment on; their rows are erased within a minute.',
    },
    params: COLLECTION,
    response: envelope(
      'The collection is deleted.',
      z.object({ deleted: z.object({ people: z.int(), faces: z.int() }) }),
    ),
    errors: [...COLLECTION_ERRORS],
    handle: async ({ request, params }) => {
      const { people, faces } = await collections.delete(
        ownerOf({ plans }, request).accountId,
        params.collection,
      );
      return { deleted: { people, faces } };
    },
  });

export const collectionRoutes = (deps: PeopleDeps): Route[] => [
  listCollections(deps),
  putCollection(deps),
  showCollection(deps),
  deleteCollection(deps),
];
