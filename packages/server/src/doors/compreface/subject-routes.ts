import { Readable } from 'node:stream';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { plainJson, sentByHandler } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { ownerOf, type People, type PeopleDeps, type PersonRow } from '../../people/index.js';
import {
  COLLECTION,
  displayNameOf,
  ifCollection,
  ifPerson,
  isSubject,
  personIdOf,
  SUBJECT_IN_PATH,
  SUBJECT_RULE,
  subjectOf,
  unknown,
} from './subjects.js';

const SubjectBody = z.object({
  subject: z.string({ error: SUBJECT_RULE }).refine(isSubject, { error: SUBJECT_RULE }),
});

export const API = '/api/v1';
const SUBJECTS = `${API}/recognition/subjects` as const;

/** People that are read at a time. */
const PAGE = 200;

const subjectOfRow = ({ id, display_name }: PersonRow): string =>
  subjectOf({ person: id, displayName: display_name });

/** The list of all subjects as JSON. It has no pages, so it is sent while it is read. */
async function* listedSubjects(
  people: People,
  accountId: string,
  firstRows: readonly PersonRow[],
): AsyncGenerator<string, void, undefined> {
  yield '{"subjects":[';
  let rows = firstRows;
  for (;;) {
    const page = rows.slice(0, PAGE);
    yield page.map((row) => JSON.stringify(subjectOfRow(row))).join(',');
    const last = page.at(-1);
    if (rows.length <= PAGE || last === undefined) break;
    yield ',';
    rows = await people.list(accountId, COLLECTION, { prefix: '', after: last.id, limit: PAGE });
  }
  yield ']}';
}

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
          const { accountId } = ownerOf(deps, request);
          const rows = await ifCollection(
            () => collections.people.list(accountId, COLLECTION, { prefix: '', after: '', limit: PAGE }),
            () => [],
          );
          const pieces = listedSubjects(collections.people, accountId, rows);
          const body = Readable.from(pieces, { objectMode: false });
          // The deadline of the request ends a list whose client does not read.
          signal.addEventListener('abort', () => body.destroy(), { once: true });
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
