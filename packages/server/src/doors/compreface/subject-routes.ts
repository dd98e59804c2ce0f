import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { plainJson, sentByHandler } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { ownerOf, type PeopleDeps } from '../../people/index.js';
import {
  displayNameOf,
  ifCollection,
  ifPerson,
  isName,
  listedNames,
  personIdOf,
  unknown,
} from '../people-by-name.js';
import { subjectsOf } from './search-subjects.js';
import { COLLECTION, SUBJECT_IN_PATH, SUBJECT_RULE } from './subjects.js';

const SubjectBody = z.object({
  subject: z.string({ error: SUBJECT_RULE }).refine(isName, { error: SUBJECT_RULE }),
});

export const API = '/api/v1';
const SUBJECTS = `${API}/recognition/subjects` as const;

export function subjectRoutes(deps: PeopleDeps): Route[] {
  const { collections } = deps;
  const common = { caller: 'api-key', scope: 'manage', cost: 'rows' } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: SUBJECTS,
      body: jsonBody(SubjectBody),
      response: plainJson(201),
      handle: async ({ request, body: { subject } }) => {
        const owner = ownerOf(deps, request);
        const id = personIdOf(subject);
        await collections.put(owner, COLLECTION);
        const known = await ifPerson(collections.people.find(owner.accountId, COLLECTION, id), undefined);
        if (known !== undefined) throw new ServiceError('person-exists');
        await collections.people.put(owner, COLLECTION, id, { display_name: displayNameOf(subject) });
        return { subject };
      },
    }),
    // CompreFace's own documentation has the slash at the end.
    ...([SUBJECTS, `${SUBJECTS}/`] as const).map((path) =>
      route({
        ...common,
        cost: 'stream',
        method: 'GET',
        path,
        response: sentByHandler('All subjects.'),
        handle: async ({ request, reply, signal }) => {
          const subjects = subjectsOf(ownerOf(deps, request).accountId);
          const body = await listedNames(deps, subjects, { before: '{"subjects":', after: '}', signal });
          return reply.type('application/json').send(body);
        },
      }),
    ),
    route({
      ...common,
      method: 'PUT',
      path: `${SUBJECTS}/:subject`,
      params: SUBJECT_IN_PATH,
      body: jsonBody(SubjectBody),
      response: plainJson(),
      handle: async ({ request, params, body: { subject } }) => {
        const from = personIdOf(params.subject);
        const to = { id: personIdOf(subject), displayName: displayNameOf(subject) };
        if (to.id === from) return { updated: false };
        await ifCollection(
          () => collections.people.rename(ownerOf(deps, request), COLLECTION, from, to),
          unknown('unknown-person'),
        );
        return { updated: true };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${SUBJECTS}/:subject`,
      params: SUBJECT_IN_PATH,
      response: plainJson(),
      handle: async ({ request, params: { subject } }) => {
        await ifCollection(
          () => collections.people.delete(ownerOf(deps, request), COLLECTION, personIdOf(subject)),
          unknown('unknown-person'),
        );
        return { subject };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: SUBJECTS,
      response: plainJson(),
      handle: ({ request }) =>
        ifCollection(
          async () => {
            const { people } = await collections.delete(ownerOf(deps, request).accountId, COLLECTION);
            return { deleted: people };
          },
          () => ({ deleted: 0 }),
        ),
    }),
  ];
}
