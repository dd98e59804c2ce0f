import { z } from 'zod';
import { moment } from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import { jsonBody } from '../../http/json-body.js';
import { integer, text, type Parameter } from '../../http/query.js';
import { envelope } from '../../http/response-kinds.js';
import { route, type Route } from '../../http/route.js';
import type { PersonRow } from '../collection-rows.js';
import { FaceView, PersonView } from './collections.schema.js';
import {
  COLLECTION,
  FACE_OF_PERSON,
  idField,
  isId,
  PERSON,
  COLLECTION_ERRORS,
  ownerOf,
  type PeopleDeps,
} from './people-deps.js';
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

/** An id, or the beginning of one. */
const idParameter = (description: string): Parameter<string | undefined> =>
  text(
    z.string().refine((value) => value === '' || isId(value) || /^\.{1,2}$/.test(value)),
    description,
    'must be an id of a person, or the beginning of one',
  );

const listPeople = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'GET',
    path: '/collections/:collection/people',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'listPeople',
      tag: 'Collections',
      summary: 'List people',
      description: 'The people of a collection in the order of their ids, page by page.',
    },
    params: COLLECTION,
    query: {
      prefix: idParameter('Only people whose id begins with this.'),
      after: idParameter('Where the page begins: `next` of the page before.'),
      limit: integer(PAGE, 'How many people at most.', DEFAULT_PAGE),
    },
    response: envelope(
      'The people.',
      z.object({
        people: z.array(PersonView),
        next: z
          .string()
          .nullable()
          .describe('The value of `after` for the next page; `null` on the last one.'),
      }),
    ),
    errors: [...COLLECTION_ERRORS],
    handle: async ({ request, params, query }) => {
      const { prefix = '', after = '', limit } = query;
      const rows = await collections.people.list(ownerOf({ plans }, request).accountId, params.collection, {
        prefix,
        after,
        limit,
      });
      const page = rows.slice(0, limit);
      return { people: page.map(personView), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
  });

const putPerson = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'PUT',
    path: '/collections/:collection/people/:person',
    caller: 'api-key',
    scope: 'enrol',
    cost: 'rows',
    document: {
      operationId: 'putPerson',
      tag: 'Collections',
      summary: 'Create or change a person',
      description:
        'Creates the person, or changes what the body has: a field that is left out stays as it is, `null` removes it.',
    },
    params: PERSON,
    body: jsonBody(PersonBody),
    response: envelope('The person is there.', WithPerson),
    errors: [...COLLECTION_ERRORS, 'collection-limit'],
    handle: async ({ request, params, body }) => {
      const fields = personFields(body, collections.parts.now());
      const { collection, person } = params;
      return {
        person: personView(
          await collections.people.put(ownerOf({ plans }, request), collection, person, fields),
        ),
      };
    },
  });

const showPerson = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'GET',
    path: '/collections/:collection/people/:person',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'showPerson',
      tag: 'Collections',
      summary: 'Describe a person',
      description:
        'What you said about the person, and the ids of their faces: everything that the service keeps, except the vectors.',
    },
    params: PERSON,
    response: envelope('The person.', z.object({ person: PersonView, faces: z.array(FaceView) })),
    errors: [...COLLECTION_ERRORS, 'unknown-person'],
    handle: async ({ request, params }) => {
      const { collection, person: id } = params;
      const person = await collections.people.find(ownerOf({ plans }, request).accountId, collection, id);
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

const deletePerson = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'DELETE',
    path: '/collections/:collection/people/:person',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'deletePerson',
      tag: 'Collections',
      summary: 'Delete a person',
      description: 'Deletes the person with all their faces, for good.',
    },
    params: PERSON,
    response: envelope('The person is deleted.', Deleted),
    errors: [...COLLECTION_ERRORS, 'unknown-person'],
    handle: async ({ request, params }) => ({
      deleted: {
        faces: await collections.people.delete(ownerOf({ plans }, request), params.collection, params.person),
      },
    }),
  });

const mergePeople = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'POST',
    path: '/collections/:collection/people/:person/merge',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'mergePeople',
      tag: 'Collections',
      summary: 'Merge two people',
      description:
        'Moves all faces of the person `from` to this one, and deletes `from`, with what you said about them.',
    },
    params: PERSON,
    body: jsonBody(z.object({ from: idField.describe('The id of the person who is merged into this one.') })),
    response: envelope(
      'The people are merged.',
      z.object({ moved: z.int().describe('How many faces were moved.') }),
    ),
    errors: [...COLLECTION_ERRORS, 'unknown-person', 'collection-limit'],
    handle: async ({ request, params, body }) => {
      const { collection, person: into } = params;
      if (into === body.from)
        throw new ServiceError('bad-field', 'The field from must be the id of another person.', {
          field: 'from',
        });
      return {
        moved: await collections.people.merge(ownerOf({ plans }, request), collection, into, body.from),
      };
    },
  });

const showFace = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'GET',
    path: '/collections/:collection/people/:person/faces/:face',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'showFace',
      tag: 'Collections',
      summary: 'Describe a face',
      description: 'Whose face it is, and since when. The vector is part of an export alone.',
    },
    params: FACE_OF_PERSON,
    response: envelope('The face.', z.object({ face: FaceView })),
    errors: [...COLLECTION_ERRORS, 'unknown-person', 'unknown-face'],
    handle: async ({ request, params }) => {
      const number = Number(params.face);
      const { collection, person: id } = params;
      const person = await collections.people.find(ownerOf({ plans }, request).accountId, collection, id);
      const face = (await collections.people.facesOf(person)).find((one) => one.number === number);
      if (face === undefined) throw new ServiceError('unknown-face');
      return { face: { face: String(number), created_at: moment(face.createdAt) } };
    },
  });

const deleteFace = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'DELETE',
    path: '/collections/:collection/people/:person/faces/:face',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'deleteFace',
      tag: 'Collections',
      summary: 'Delete a face',
      description: 'Deletes one face of a person, for good.',
    },
    params: FACE_OF_PERSON,
    response: envelope('The face is deleted.', Deleted),
    errors: [...COLLECTION_ERRORS, 'unknown-person', 'unknown-face'],
    handle: async ({ request, params }) => {
      const at = { ...params, face: Number(params.face) };
      await collections.faces.delete(ownerOf({ plans }, request), at);
      return { deleted: { faces: 1 } };
    },
  });

const moveFace = ({ collections, plans }: PeopleDeps): Route =>
  route({
    method: 'POST',
    path: '/collections/:collection/people/:person/faces/:face/move',
    caller: 'api-key',
    scope: 'manage',
    cost: 'rows',
    document: {
      operationId: 'moveFace',
      tag: 'Collections',
      summary: 'Move a face to another person',
      description: 'A correction: the face keeps its id. The other person is created if new.',
    },
    params: FACE_OF_PERSON,
    body: jsonBody(z.object({ person: idField.describe('The id of the person whose face it is.') })),
    response: envelope('The face is moved.', z.object({ face: z.string(), person: z.string() })),
    errors: [...COLLECTION_ERRORS, 'unknown-person', 'unknown-face', 'collection-limit'],
    handle: async ({ request, params, body }) => {
      const at = { ...params, face: Number(params.face) };
      await collections.faces.move(ownerOf({ plans }, request), at, body.person);
      return { face: String(at.face), person: body.person };
    },
  });

export const peopleRoutes = (deps: PeopleDeps): Route[] => [
  listPeople(deps),
  putPerson(deps),
  showPerson(deps),
  deletePerson(deps),
  mergePeople(deps),
  showFace(deps),
  deleteFace(deps),
  moveFace(deps),
];
