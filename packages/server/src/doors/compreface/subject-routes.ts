import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PersonRow } from '../../people/collection-rows.js';
import type { People } from '../../people/people.js';
import { ServiceError } from '../../errors.js';
import { badParameter } from '../../http/query.js';
import { readInput } from '../../accounts/routes/account-route.js';
import type { CollectionDeps } from '../../people/routes/collection-route.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { addManagingRoute, ifCollection, RawResponse, unknown } from './compreface-route.js';
import { COLLECTION, displayNameOf, isSubject, personIdOf, SUBJECT_RULE, subjectOf } from './subjects.js';

const SubjectBody = z.object({
  subject: z.string({ error: SUBJECT_RULE }).refine(isSubject, { error: SUBJECT_RULE }),
});

const SUBJECTS = '/recognition/subjects';

/** People that are read at a time. */
const PAGE = 1000;

const subjectOfRow = ({ id, display_name }: PersonRow): string =>
  subjectOf({ person: id, displayName: display_name });

function subjectInPath({ subject = '' }: Readonly<Record<string, string>>): string {
  if (isSubject(subject)) return subject;
  throw badParameter('subject', `must be ${SUBJECT_RULE}`);
}

/** The list of all subjects as JSON. It has no pages, so it is sent while it is read. */
async function* listedSubjects(
  people: People,
  accountId: string,
  firstRows: readonly PersonRow[],
): AsyncGenerator<string> {
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

export function addSubjectRoutes(app: FastifyInstance, deps: CollectionDeps): void {
  const { collections } = deps;

  addManagingRoute(app, deps, {
    method: 'POST',
    path: SUBJECTS,
    handle: async ({ owner, request, reply }) => {
      const { subject } = await readInput(request, reply, SubjectBody);
      const id = personIdOf(subject);
      await collections.put(owner, COLLECTION);
      const known = await collections.people.find(owner.accountId, COLLECTION, id).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'unknown-person') return undefined;
        throw error;
      });
      if (known !== undefined) throw new ServiceError('person-exists');
      await collections.people.put(owner, COLLECTION, id, { display_name: displayNameOf(subject) });
      return { subject };
    },
  });

  // CompreFace's own documentation has the slash at the end.
  for (const path of [SUBJECTS, `${SUBJECTS}/`] as const)
    addManagingRoute(app, deps, {
      method: 'GET',
      path,
      handle: async ({ owner: { accountId }, request }) => {
        const rows = await ifCollection(
          () => collections.people.list(accountId, COLLECTION, { prefix: '', after: '', limit: PAGE }),
          () => [],
        );
        const body = Readable.from(listedSubjects(collections.people, accountId, rows), {
          objectMode: false,
        });
        // The deadline of the request ends a list whose client does not read.
        scopeOf(request).signal.addEventListener('abort', () => body.destroy(), { once: true });
        return new RawResponse('application/json', body);
      },
    });

  addManagingRoute(app, deps, {
    method: 'PUT',
    path: `${SUBJECTS}/:subject`,
    handle: async ({ owner, params, request, reply }) => {
      const from = subjectInPath(params);
      const { subject } = await readInput(request, reply, SubjectBody);
      const to = { id: personIdOf(subject), displayName: displayNameOf(subject) };
      if (to.id === personIdOf(from)) return { updated: false };
      await ifCollection(
        () => collections.people.rename(owner, COLLECTION, personIdOf(from), to),
        unknown('unknown-person'),
      );
      return { updated: true };
    },
  });

  addManagingRoute(app, deps, {
    method: 'DELETE',
    path: `${SUBJECTS}/:subject`,
    handle: async ({ owner, params }) => {
      const subject = subjectInPath(params);
      await ifCollection(
        () => collections.people.delete(owner, COLLECTION, personIdOf(subject)),
        unknown('unknown-person'),
      );
      return { subject };
    },
  });

  addManagingRoute(app, deps, {
    method: 'DELETE',
    path: SUBJECTS,
    handle: ({ owner }) =>
      ifCollection(
        async () => ({ deleted: (await collections.delete(owner.accountId, COLLECTION)).people }),
        () => ({ deleted: 0 }),
      ),
  });
}
