import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { plainJson, sentByHandler } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { badParameter, integer } from '../../http/query.js';
import { route, type Route } from '../../http/route.js';
import { type CollectionRow, type Owner, ownerOf, type PeopleDeps } from '../../people/index.js';
import { ifCollection, ifPerson, nameOf, personIdOf, unknown } from '../people-by-name.js';
import { filled } from './face-query.js';
import { faceNumberOf, imageIdOf } from './image-ids.js';
import { API } from './subject-routes.js';
import { COLLECTION, subjectParameter } from './subjects.js';

const EXAMPLES = `${API}/recognition/faces` as const;

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

/** A request for an image that is not kept. */
const noImage = (path: `/${string}`, caller: 'anyone' | 'api-key'): Route =>
  route({
    method: 'GET',
    path,
    caller,
    ...(caller === 'api-key' && { scope: 'manage' }),
    cost: 'rows',
    response: sentByHandler('No image.'),
    // What CompreFace sends of an image that it has not saved.
    handle: ({ reply }) => reply.type('application/octet-stream').send(Buffer.alloc(0)),
  });

export function exampleRoutes(deps: PeopleDeps): Route[] {
  const { collections } = deps;
  const common = { caller: 'api-key', scope: 'manage', cost: 'rows' } as const;

  const totalOf = async (
    row: CollectionRow,
    accountId: string,
    person: string | undefined,
  ): Promise<number> =>
    person === undefined
      ? row.faces
      : ((await ifPerson(collections.people.find(accountId, COLLECTION, person), undefined))?.faces ?? 0);

  async function deleteExample(owner: Owner, imageId: string): Promise<Example> {
    const row = await collections.find(owner.accountId, COLLECTION);
    const face = faceNumberOf(owner.accountId, row, imageId);
    const found = await collections.listedFaces.find(owner.accountId, COLLECTION, face);
    await collections.faces.delete(owner, { collection: COLLECTION, person: found.person, face });
    return { image_id: imageId, subject: nameOf(found) };
  }

  return [
    route({
      ...common,
      method: 'GET',
      path: EXAMPLES,
      query: {
        page: filled(integer({ from: 0, to: MAX_OFFSET }, 'Which page, from 0.', 0)),
        size: filled(integer(SIZES, 'How many examples on a page.', DEFAULT_SIZE)),
        subject: filled(subjectParameter),
      },
      response: plainJson(),
      handle: async ({ request, query: { page, size, subject } }) => {
        const { accountId } = ownerOf(deps, request);
        const offset = page * size;
        if (offset > MAX_OFFSET)
          throw badParameter('page', `is beyond the first ${MAX_OFFSET} examples; list them by subject`);
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
              subject: nameOf(face),
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
    }),
    route({
      ...common,
      method: 'DELETE',
      path: EXAMPLES,
      // An empty subject is an error, not everybody.
      query: { subject: subjectParameter },
      response: plainJson(),
      handle: async ({ request, query: { subject } }) => {
        const owner = ownerOf(deps, request);
        const remove = async (): Promise<number> =>
          subject === undefined
            ? (await collections.delete(owner.accountId, COLLECTION)).faces
            : ifPerson(collections.people.delete(owner, COLLECTION, personIdOf(subject)), 0);
        return { deleted: await ifCollection(remove, () => 0) };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${EXAMPLES}/:id`,
      params: { id: z.string() },
      response: plainJson(),
      handle: ({ request, params: { id } }) =>
        ifCollection(() => deleteExample(ownerOf(deps, request), id), unknown('unknown-face')),
    }),
    route({
      ...common,
      method: 'POST',
      path: `${EXAMPLES}/delete`,
      body: jsonBody(ImageIds),
      response: plainJson(),
      handle: async ({ request, body }) => {
        const deleted: Example[] = [];
        for (const id of new Set(body)) {
          try {
            deleted.push(await deleteExample(ownerOf(deps, request), id));
          } catch (error) {
            const isUnknown =
              error instanceof ServiceError && ['unknown-face', 'unknown-collection'].includes(error.code);
            if (!isUnknown) throw error;
          }
        }
        return deleted;
      },
    }),
    noImage(`${EXAMPLES}/:id/img`, 'api-key'),
    // The same without the header. The response does not depend on the API key in the path, so nobody can try keys here.
    noImage(`${API}/static/:key/images/:id`, 'anyone'),
  ];
}
