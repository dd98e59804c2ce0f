import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PersonRow } from '../collection-rows.js';
import { ServiceError } from '../../errors.js';
import { badParameter, parseInteger, parseText } from '../../http/query.js';
import { moment } from '../../accounts/routes/account-view.js';
import { COLLECTION, FACE_OF_PERSON, faceOf, idField, idOf, isId, PERSON } from './collection-ids.js';
import { addCollectionRoute, type CollectionDeps } from './collection-route.js';
import { FaceView, PersonView } from './collections.schema.js';
import { PersonBody, personFields } from './person-body.js';

const WithPerson = z.object({ person: PersonView });
const Deleted = z.object({ deleted: z.object({ faces: z.int() }) });

const personView = (row: PersonRow): z.infer<typeof PersonView> => ({
  person: row.id,
  display_name: row.display_name,
  metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as unknown),
  consent: row.consent,
  expires_at: row.expires_at === null ? null : moment(row.expires_at),
  faces: row.faces,
  created_at: moment(row.created_at),
});

const PAGE = { from: 1, to: 1000 };
const DEFAULT_PAGE = 100;

function idParameter(rawQuery: string, name: 'prefix' | 'after'): string {
  const text = parseText(rawQuery, name) ?? '';
  if (text === '' || isId(text) || /^\.{1,2}$/.test(text)) return text;
  throw badParameter(name, 'must be an id of a person, or the beginning of one');
}

export function addManagePeople(app: FastifyInstance, deps: CollectionDeps): void {
  addCollectionRoute(app, deps, {
    method: 'GET',
    path: '/collections/:collection/people',
    operationId: 'listPeople',
    summary: 'List people',
    description: 'The people of a collection in the order of their ids, page by page.',
    params: COLLECTION,
    query: {
      prefix: { schema: z.string(), description: 'Only people whose id begins with this.' },
      after: { schema: z.string(), description: 'Where the page begins: `next` of the page before.' },
      limit: {
        schema: z.int().min(PAGE.from).max(PAGE.to).default(DEFAULT_PAGE),
        description: 'How many people at most.',
      },
    },
    message: 'The people.',
    data: z.object({
      people: z.array(PersonView),
      next: z.string().nullable().describe('The value of `after` for the next page; `null` on the last one.'),
    }),
    errors: ['unknown-collection'],
    handle: async ({ collections }, { owner, params, rawQuery }) => {
      const limit = parseInteger(rawQuery, 'limit', PAGE) ?? DEFAULT_PAGE;
      const query = { prefix: idParameter(rawQuery, 'prefix'), after: idParameter(rawQuery, 'after'), limit };
      const rows = await collections.people.list(owner.accountId, idOf(params, 'collection'), query);
      const page = rows.slice(0, limit);
      return { people: page.map(personView), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'PUT',
    path: '/collections/:collection/people/:person',
    operationId: 'putPerson',
    summary: 'Create or change a person',
    description:
      'Creates the person, or changes what the body has: a field that is left out stays as it is, `null` removes it.',
    params: PERSON,
    body: PersonBody,
    message: 'The person is there.',
    data: WithPerson,
    errors: ['unknown-collection', 'collection-limit'],
    handle: async ({ collections }, { owner, params, body }) => {
      const fields = personFields(body, collections.parts.now());
      const [collection, person] = [idOf(params, 'collection'), idOf(params, 'person')];
      return { person: personView(await collections.people.put(owner, collection, person, fields)) };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'GET',
    path: '/collections/:collection/people/:person',
    operationId: 'showPerson',
    summary: 'Describe a person',
    description:
      'What you said about the person, and the ids of their faces: everything that the service keeps, except the vectors.',
    params: PERSON,
    message: 'The person.',
    data: z.object({ person: PersonView, faces: z.array(FaceView) }),
    errors: ['unknown-collection', 'unknown-person'],
    handle: async ({ collections }, { owner, params }) => {
      const [collection, id] = [idOf(params, 'collection'), idOf(params, 'person')];
      const person = await collections.people.find(owner.accountId, collection, id);
      const faces = await collections.people.facesOf(person);
      return {
        person: personView(person),
        faces: faces.map(({ number, createdAt }) => ({
          face: String(number),
          created_at: moment(createdAt),
        })),
      };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'DELETE',
    path: '/collections/:collection/people/:person',
    operationId: 'deletePerson',
    summary: 'Delete a person',
    description: 'Deletes the person with all their faces, for good.',
    params: PERSON,
    message: 'The person is deleted.',
    data: Deleted,
    errors: ['unknown-collection', 'unknown-person'],
    handle: async ({ collections }, { owner, params }) => ({
      deleted: {
        faces: await collections.people.delete(owner, idOf(params, 'collection'), idOf(params, 'person')),
      },
    }),
  });

  addCollectionRoute(app, deps, {
    method: 'POST',
    path: '/collections/:collection/people/:person/merge',
    operationId: 'mergePeople',
    summary: 'Merge two people',
    description:
      'Moves all faces of the person `from` to this one, and deletes `from`, with what you said about them.',
    params: PERSON,
    body: z.object({ from: idField.describe('The id of the person who is merged into this one.') }),
    message: 'The people are merged.',
    data: z.object({ moved: z.int().describe('How many faces were moved.') }),
    errors: ['unknown-collection', 'unknown-person', 'collection-limit'],
    handle: async ({ collections }, { owner, params, body }) => {
      const [collection, into] = [idOf(params, 'collection'), idOf(params, 'person')];
      if (into === body.from)
        throw new ServiceError('bad-field', 'The field from must be the id of another person.', {
          field: 'from',
        });
      return { moved: await collections.people.merge(owner, collection, into, body.from) };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'GET',
    path: '/collections/:collection/people/:person/faces/:face',
    operationId: 'showFace',
    summary: 'Describe a face',
    description: 'Whose face it is, and since when. The vector is part of an export alone.',
    params: FACE_OF_PERSON,
    message: 'The face.',
    data: z.object({ face: FaceView }),
    errors: ['unknown-collection', 'unknown-person', 'unknown-face'],
    handle: async ({ collections }, { owner, params }) => {
      const number = faceOf(params);
      const [collection, id] = [idOf(params, 'collection'), idOf(params, 'person')];
      const person = await collections.people.find(owner.accountId, collection, id);
      const face = (await collections.people.facesOf(person)).find((one) => one.number === number);
      if (face === undefined) throw new ServiceError('unknown-face');
      return { face: { face: String(number), created_at: moment(face.createdAt) } };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'DELETE',
    path: '/collections/:collection/people/:person/faces/:face',
    operationId: 'deleteFace',
    summary: 'Delete a face',
    description: 'Deletes one face of a person, for good.',
    params: FACE_OF_PERSON,
    message: 'The face is deleted.',
    data: Deleted,
    errors: ['unknown-collection', 'unknown-person', 'unknown-face'],
    handle: async ({ collections }, { owner, params }) => {
      const at = {
        collection: idOf(params, 'collection'),
        person: idOf(params, 'person'),
        face: faceOf(params),
      };
      await collections.faces.delete(owner, at);
      return { deleted: { faces: 1 } };
    },
  });

  addCollectionRoute(app, deps, {
    method: 'POST',
    path: '/collections/:collection/people/:person/faces/:face/move',
    operationId: 'moveFace',
    summary: 'Move a face to another person',
    description: 'A correction: the face keeps its id. The other person is created if new.',
    params: FACE_OF_PERSON,
    body: z.object({ person: idField.describe('The id of the person whose face it is.') }),
    message: 'The face is moved.',
    data: z.object({ face: z.string(), person: z.string() }),
    errors: ['unknown-collection', 'unknown-person', 'unknown-face', 'collection-limit'],
    handle: async ({ collections }, { owner, params, body }) => {
      const at = {
        collection: idOf(params, 'collection'),
        person: idOf(params, 'person'),
        face: faceOf(params),
      };
      await collections.faces.move(owner, at, body.person);
      return { face: String(at.face), person: body.person };
    },
  });
}
