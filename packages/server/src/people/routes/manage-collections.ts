import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CollectionRow } from '../collection-rows.js';
import { thresholdOf } from '../collections.js';
import { roundedDistance } from '../../faces/results/distance.js';
import { moment } from '../../accounts/routes/account-view.js';
import { COLLECTION, idOf } from './collection-ids.js';
import { addCollectionRoute, type CollectionDeps } from './collection-route.js';
import { CollectionView } from './collections.schema.js';

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

export function addManageCollections(app: FastifyInstance, deps: CollectionDeps): void {
  addCollectionRoute(app, deps, {
    method: 'GET',
    path: '/collections',
    operationId: 'listCollections',
    summary: 'List the collections',
    description: 'The collections of the account, what it keeps in all of them, and what its plan allows.',
    message: 'The collections.',
    data: z.object({
      collections: z.array(CollectionView),
      used: z.object({ collections: z.int(), people: z.int(), faces: z.int() }),
      limits: Limits,
    }),
    handle: async ({ collections }, { owner }) => {
      const { collections: rows, used } = await collections.list(owner.accountId);
      return { collections: rows.map(view), used, limits: owner.limits };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'PUT',
    path: '/collections/:collection',
    operationId: 'putCollection',
    summary: 'Create a collection',
    description: 'Creates the collection; if it exists, nothing changes. A body is ignored.',
    params: COLLECTION,
    message: 'The collection is there.',
    data: WithCollection,
    errors: ['collection-limit'],
    handle: async ({ collections }, { owner, params }) => ({
      collection: view(await collections.put(owner, idOf(params, 'collection'))),
      limits: owner.limits,
    }),
  });

  addCollectionRoute(app, deps, {
    method: 'GET',
    path: '/collections/:collection',
    operationId: 'showCollection',
    summary: 'Describe a collection',
    description: 'How many people and faces it has, the model of its vectors, and its threshold.',
    params: COLLECTION,
    message: 'The collection.',
    data: WithCollection,
    errors: ['unknown-collection'],
    handle: async ({ collections }, { owner, params }) => ({
      collection: view(await collections.find(owner.accountId, idOf(params, 'collection'))),
      limits: owner.limits,
    }),
  });

  addCollectionRoute(app, deps, {
    method: 'DELETE',
    path: '/collections/:collection',
    operationId: 'deleteCollection',
    summary: 'Delete a collection',
    description:
      'Deletes the collection with all its people and faces, for good. Nobody finds them from this moment on; their rows are erased within a minute.',
    params: COLLECTION,
    message: 'The collection is deleted.',
    data: z.object({ deleted: z.object({ people: z.int(), faces: z.int() }) }),
    errors: ['unknown-collection'],
    handle: async ({ collections }, { owner, params }) => {
      const { people, faces } = await collections.delete(owner.accountId, idOf(params, 'collection'));
      return { deleted: { people, faces } };
    },
  });
}
