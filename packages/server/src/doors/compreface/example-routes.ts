import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CollectionRow } from '../../people/collection-rows.js';
import type { Owner } from '../../people/collection-limits.js';
import { ServiceError } from '../../errors.js';
import { badParameter, parseInteger } from '../../http/query.js';
import { readInput } from '../../accounts/routes/account-route.js';
import type { CollectionDeps } from '../../people/routes/collection-route.js';
import { addManagingRoute, API, ifCollection, RawResponse, unknown } from './compreface-route.js';
import { filledQuery } from './face-query.js';
import { faceNumberOf, imageIdOf } from './image-ids.js';
import { COLLECTION, personIdOf, subjectOf, subjectParameter } from './subjects.js';

const EXAMPLES = '/recognition/faces';

const SIZES = { from: 1, to: 1000 };
const DEFAULT_SIZE = 20;
/** The database walks past every example before the page. */
const MAX_OFFSET = 100_000;

interface Example {
  readonly image_id: string;
  readonly subject: string;
}

/** The error completes the sentence "The field … must be". */
const ImageIds = z.array(z.string({ error: 'the id of an example' }));

/** What CompreFace sends of an image that it has not saved. */
const NO_IMAGE = new RawResponse('application/octet-stream', Buffer.alloc(0));

export function addExampleRoutes(app: FastifyInstance, deps: CollectionDeps): void {
  const { collections } = deps;

  async function totalOf(row: CollectionRow, accountId: string, person: string | undefined): Promise<number> {
    if (person === undefined) return row.faces;
    return collections.people.find(accountId, COLLECTION, person).then(
      ({ faces }) => faces,
      (error: unknown) => {
        if (error instanceof ServiceError && error.code === 'unknown-person') return 0;
        throw error;
      },
    );
  }

  async function deleteExample(owner: Owner, row: CollectionRow, imageId: string): Promise<Example> {
    const face = faceNumberOf(owner.accountId, row, imageId);
    const found = await collections.listedFaces.find(owner.accountId, COLLECTION, face);
    await collections.faces.delete(owner, { collection: COLLECTION, person: found.person, face });
    return { image_id: imageId, subject: subjectOf(found) };
  }

  addManagingRoute(app, deps, {
    method: 'GET',
    path: EXAMPLES,
    handle: async ({ owner: { accountId }, rawQuery }) => {
      const query = filledQuery(rawQuery);
      const page = parseInteger(query, 'page', { from: 0, to: MAX_OFFSET }) ?? 0;
      const size = parseInteger(query, 'size', SIZES) ?? DEFAULT_SIZE;
      const offset = page * size;
      if (offset > MAX_OFFSET)
        throw badParameter('page', `is beyond the first ${MAX_OFFSET} examples; list them by subject`);
      const subject = subjectParameter(query);
      const person = subject === undefined ? undefined : personIdOf(subject);
      const list = async (): Promise<{ total: number; faces: Example[] }> => {
        const row = await collections.find(accountId, COLLECTION);
        const total = await totalOf(row, accountId, person);
        const faces =
          offset < total
            ? await collections.listedFaces.page(accountId, COLLECTION, { person, offset, limit: size })
            : [];
        return {
          total,
          faces: faces.map((face) => ({
            image_id: imageIdOf(accountId, row, face.number),
            subject: subjectOf(face),
          })),
        };
      };
      const { total, faces } = await ifCollection(list, () => ({ total: 0, faces: [] }));
      return {
        faces,
        page_number: page,
        page_size: size,
        total_pages: Math.ceil(total / size),
        total_elements: total,
      };
    },
  });

  addManagingRoute(app, deps, {
    method: 'DELETE',
    path: EXAMPLES,
    // An empty subject is an error, not everybody.
    handle: async ({ owner, rawQuery }) => {
      const subject = subjectParameter(rawQuery);
      const remove = async (): Promise<number> =>
        subject === undefined
          ? (await collections.delete(owner.accountId, COLLECTION)).faces
          : collections.people.delete(owner, COLLECTION, personIdOf(subject));
      const deleted = await ifCollection(remove, () => 0).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'unknown-person') return 0;
        throw error;
      });
      return { deleted };
    },
  });

  addManagingRoute(app, deps, {
    method: 'DELETE',
    path: `${EXAMPLES}/:id`,
    handle: ({ owner, params: { id = '' } }) =>
      ifCollection(
        async () => deleteExample(owner, await collections.find(owner.accountId, COLLECTION), id),
        unknown('unknown-face'),
      ),
  });

  addManagingRoute(app, deps, {
    method: 'POST',
    path: `${EXAMPLES}/delete`,
    handle: async ({ owner, request, reply }) => {
      const ids = new Set(await readInput(request, reply, ImageIds));
      const deleted: Example[] = [];
      for (const id of ids) {
        try {
          const row = await collections.find(owner.accountId, COLLECTION);
          deleted.push(await deleteExample(owner, row, id));
        } catch (error) {
          const isUnknown =
            error instanceof ServiceError && ['unknown-face', 'unknown-collection'].includes(error.code);
          if (!isUnknown) throw error;
        }
      }
      return deleted;
    },
  });

  addManagingRoute(app, deps, {
    method: 'GET',
    path: `${EXAMPLES}/:id/img`,
    handle: () => Promise.resolve(NO_IMAGE),
  });

  // The same without the header. The response does not depend on the API key in the path, so nobody can try keys here.
  app.route({
    method: 'GET',
    url: `${API}/static/:key/images/:id`,
    config: { auth: 'public' },
    handler: (_request, reply) => reply.type(NO_IMAGE.type).send(NO_IMAGE.content),
  });
}
