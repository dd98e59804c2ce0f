import { Readable } from 'node:stream';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { laneOf } from '../../faces/index.js';
import { deferred, pumpBody, type BodySink } from '../../http/body/body-stream.js';
import { sendContinue } from '../../http/plugins/headers.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { envelope, sentByHandler } from '../../http/response-kinds.js';
import { route, type BodyKind, type Route } from '../../http/route.js';
import { hasVectorNorm } from '../../images/index.js';
import { exportedBytes } from '../export-collection.js';
import { importPeople } from '../import-people.js';
import type { PersonFields } from '../people.js';
import { ImportReader } from '../read-import.js';
import { COLLECTION, isId, COLLECTION_ERRORS, ownerOf, type PeopleDeps } from './people-deps.js';
import { MAX_METADATA_BYTES, PersonBody, personFields } from './person-body.js';

const GALLERY_TYPE = 'application/octet-stream';
/** Vectors that are read before they are stored. */
const READ_AT_ONCE = 100;

/** The whole collection as a gallery file. */
export function exportCollection(deps: PeopleDeps): Route {
  /** The accounts that are exporting. */
  const open = new Set<string>();
  return route({
    method: 'GET',
    path: '/collections/:collection/export',
    caller: 'api-key',
    scope: 'manage',
    cost: 'stream',
    document: {
      operationId: 'exportCollection',
      tag: 'Collections',
      summary: 'Export a collection',
      description:
        'The whole collection as a gallery file: `loadGallery` of @facet/gallery reads it, and import. Each person is whole; changes during the export may be in it or not. People without faces are not in it. An account has one export at a time.',
    },
    params: COLLECTION,
    response: sentByHandler('The gallery file.', {
      [GALLERY_TYPE]: { schema: z.string().meta({ format: 'binary' }) },
    }),
    errors: COLLECTION_ERRORS,
    handle: async ({ request, reply, params, signal }) => {
      const { accountId } = ownerOf(deps, request);
      const row = await deps.collections.find(accountId, params.collection);
      if (open.has(accountId))
        throw new ServiceError(
          'overloaded',
          'Another export of the account is running; try again when it has ended.',
          {},
          { because: 'queue-full' },
        );
      open.add(accountId);
      const pieces = exportedBytes(deps.collections.parts, row, signal);
      const body = Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 18 });
      // The deadline of the request ends an export whose client does not read.
      signal.addEventListener('abort', () => body.destroy(), { once: true });
      body.once('close', () => {
        open.delete(accountId);
      });
      return reply
        .type(GALLERY_TYPE)
        .header('content-disposition', 'attachment; filename="collection.gallery"')
        .send(body);
    },
  });
}

const ImportData = z.object({
  people: z
    .int()
    .describe('People in the file, also those who have expired.')
    .meta({ examples: [300] }),
  faces: z
    .int()
    .describe('Faces that were added. Those that a person had already are not added again.')
    .meta({ examples: [900] }),
});

/** A meta value of ours, or of any other gallery: that becomes the metadata. Null for somebody who has expired. */
function fieldsOfMeta(meta: unknown, now: number): PersonFields | null {
  const ours = PersonBody.strict().safeParse(meta);
  const body: z.infer<typeof PersonBody> = ours.success ? ours.data : { metadata: meta };
  const { expires_at } = body;
  if (expires_at != null && Date.parse(expires_at) <= now) return null;
  try {
    return personFields(body, now);
  } catch (cause) {
    throw new ServiceError(
      'gallery-file',
      `A meta value in the file cannot be kept: metadata may have ${MAX_METADATA_BYTES} bytes.`,
      {},
      { cause },
    );
  }
}

/** Adds the people and faces of a gallery file. */
export function importCollection(deps: PeopleDeps): Route {
  const { parts } = deps.collections;
  /** The accounts that are importing: one import of each at a time. */
  const open = new Set<string>();
  return route({
    method: 'POST',
    path: '/collections/:collection/import',
    caller: 'api-key',
    scope: 'enrol',
    cost: 'stream',
    document: {
      operationId: 'importCollection',
      tag: 'Collections',
      summary: 'Import people',
      description:
        'Adds the people and faces of a gallery file, such as an export, to a collection; the quickest way to enrol many vectors. A meta value becomes the fields of the person if it has no others, and otherwise their metadata. People who have expired are left out. If the import fails on the way, what came before is there; sending the file again adds nothing twice.',
    },
    params: COLLECTION,
    body: GALLERY_BODY,
    response: envelope('Imported.', ImportData, { description: 'What was imported.' }),
    errors: [...COLLECTION_ERRORS, 'gallery-file', 'other-model', 'collection-limit'],
    prepare: async ({ request, params }) => {
      const { accountId } = ownerOf(deps, request);
      await deps.collections.find(accountId, params.collection);
      const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
      if (type !== GALLERY_TYPE)
        throw new ServiceError('content-type', `The content type is not accepted; send ${GALLERY_TYPE}.`);
      if (open.has(accountId))
        throw new ServiceError(
          'overloaded',
          'Another import of the account is running; try again when it has ended.',
          {},
          { because: 'queue-full' },
        );
    },
    handle: async ({ request, reply, params, signal }) => {
      const owner = ownerOf(deps, request);
      const { memory } = scopeOf(request);
      open.add(owner.accountId);
      const reader = new ImportReader({
        isId,
        hasNorm: hasVectorNorm,
        fieldsOf: (meta) => fieldsOfMeta(meta, parts.now()),
      });
      let faces = 0;
      let storing = Promise.resolve();
      const store = (): Promise<void> => {
        storing = importPeople(parts, owner, {
          collection: params.collection,
          people: reader.take(),
          signal,
        }).then((added) => {
          faces += added;
          memory.holdOnly(0);
        });
        return storing;
      };
      const { bodyBytes } = laneOf(deps.lanes, request).limits;
      const source = { request: request.raw, limits: { bodyBytes, imageBytes: bodyBytes }, memory, signal };
      try {
        sendContinue(request, reply);
        await pumpBody(source, importSink(reader, store));
      } finally {
        // What was read last may still be stored.
        await storing.catch(() => undefined);
        open.delete(owner.accountId);
      }
      return { people: reader.people, faces };
    },
  });
}

/** The bytes of a gallery file, which the handler stores as they arrive. */
const GALLERY_BODY: BodyKind<undefined> = {
  errors: ['too-many-bytes', 'content-type', 'malformed-body'],
  read: () => Promise.resolve(undefined),
  content: () => ({
    [GALLERY_TYPE]: {
      schema: z.string().meta({ format: 'binary', description: 'The bytes of a gallery file.' }),
      examples: { file: { summary: 'The bytes of a file', value: 'FACETGAL…' } },
    },
  }),
};

/** Stores what was read whenever there is enough; reading waits meanwhile. */
function importSink(reader: ImportReader, store: () => Promise<void>): BodySink<void> {
  const { promise, resolve, reject } = deferred<undefined>();
  let resume = (): void => undefined;
  let storing = Promise.resolve();
  const run = (after: () => void): void => {
    storing = storing.then(store);
    storing.then(after, reject);
  };
  return {
    write: (chunk) => {
      reader.push(chunk);
      if (reader.pending < READ_AT_ONCE) return true;
      run(() => {
        resume();
      });
      return false;
    },
    end: () => {
      try {
        reader.end();
        run(() => {
          resolve(undefined);
        });
      } catch (error) {
        reject(error);
      }
    },
    result: promise,
    onDrain: (onDrain) => {
      resume = onDrain;
    },
  };
}
