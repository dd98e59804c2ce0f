import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportedBytes } from '../export-collection.js';
import { importPeople } from '../import-people.js';
import { ImportReader } from '../read-import.js';
import type { PersonFields } from '../people.js';
import { ServiceError } from '../../errors.js';
import { hasVectorNorm } from '../../images/stored-vector.js';
import { deferred, pumpBody, type BodySink } from '../../http/body/body-stream.js';
import { success, successSchema } from '../../http/envelope.js';
import { sendContinue } from '../../http/plugins/headers.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { COLLECTION, idOf, isId, type PathIds } from './collection-ids.js';
import { addRawRoute, callerOf, ownerOf, type CollectionDeps } from './collection-route.js';
import { MAX_METADATA_BYTES, PersonBody, personFields } from './person-body.js';

const GALLERY_TYPE = 'application/octet-stream';
/** At the same time, one for each account: each keeps a snapshot of the database open. */
const MAX_EXPORTS = 4;
/** Vectors that are read before they are stored. */
const READ_AT_ONCE = 500;

export function addExport(app: FastifyInstance, deps: CollectionDeps): void {
  /** The accounts that are exporting. */
  const open = new Set<string>();
  addRawRoute(app, {
    method: 'GET',
    path: '/collections/:collection/export',
    document: {
      operationId: 'exportCollection',
      summary: 'Export a collection',
      description:
        'The whole collection as a gallery file, as of one moment: `loadGallery` of @facet/gallery reads it, and import. People without faces are not in it.',
      params: COLLECTION,
      response: {
        description: 'The gallery file.',
        contentType: GALLERY_TYPE,
        schema: z.string().meta({ format: 'binary' }),
      },
      errors: ['unknown-collection'],
    },
    handle: async (request, reply) => {
      const { accountId } = callerOf(request);
      const { signal } = scopeOf(request);
      const { number } = await deps.collections.find(
        accountId,
        idOf(request.params as PathIds, 'collection'),
      );
      if (open.has(accountId) || open.size >= MAX_EXPORTS)
        throw new ServiceError('overloaded', undefined, {}, { because: 'queue-full' });
      open.add(accountId);
      const snapshot = await deps.collections.parts.store.snapshot(number).catch((error: unknown) => {
        open.delete(accountId);
        throw error;
      });
      const body = Readable.from(exportedBytes(snapshot), { objectMode: false, highWaterMark: 1 << 20 });
      // The deadline of the request ends an export whose client does not read.
      signal.addEventListener('abort', () => body.destroy(), { once: true });
      body.once('close', () => {
        open.delete(accountId);
        void snapshot.close();
      });
      request.succeeded = true;
      return reply
        .type(GALLERY_TYPE)
        .header('content-disposition', 'attachment; filename="collection.gallery"')
        .send(body);
    },
  });
}

const IMPORTED = 'Imported.';

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

export function addImport(app: FastifyInstance, deps: CollectionDeps, bodyBytes: number): void {
  const { parts } = deps.collections;
  /** The accounts that are importing: one import of each at a time. */
  const open = new Set<string>();
  addRawRoute(app, {
    method: 'POST',
    path: '/collections/:collection/import',
    document: {
      operationId: 'importCollection',
      summary: 'Import people',
      description:
        'Adds the people and faces of a gallery file, such as an export, to a collection; the quickest way to enrol many vectors. A meta value becomes the fields of the person if it has no others, and otherwise their metadata. People who have expired are left out. If the import fails on the way, what came before is there; sending the file again adds nothing twice.',
      params: COLLECTION,
      bytes: { type: GALLERY_TYPE, description: 'The bytes of a gallery file.' },
      response: { description: 'What was imported.', schema: successSchema(IMPORTED, ImportData) },
      errors: [
        'gallery-file',
        'other-model',
        'too-many-bytes',
        'content-type',
        'malformed-body',
        'unknown-collection',
        'collection-limit',
      ],
    },
    handle: async (request, reply) => {
      const owner = ownerOf(deps, callerOf(request));
      const collection = idOf(request.params as PathIds, 'collection');
      const { memory, signal } = scopeOf(request);
      await deps.collections.find(owner.accountId, collection);
      const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
      if (type !== GALLERY_TYPE)
        throw new ServiceError('content-type', `The content type is not accepted; send ${GALLERY_TYPE}.`);
      if (open.has(owner.accountId))
        throw new ServiceError(
          'overloaded',
          'Another import of the account is running; try again when it has ended.',
          {},
          { because: 'queue-full' },
        );
      open.add(owner.accountId);
      const reader = new ImportReader({
        isId,
        hasNorm: hasVectorNorm,
        fieldsOf: (meta) => fieldsOfMeta(meta, parts.now()),
      });
      let faces = 0;
      let storing = Promise.resolve();
      const store = (): Promise<void> => {
        storing = importPeople(parts, owner, { collection, people: reader.take(), signal }).then((added) => {
          faces += added;
          memory.holdOnly(0);
        });
        return storing;
      };
      const source = { request: request.raw, limits: { bodyBytes, imageBytes: bodyBytes }, memory, signal };
      try {
        sendContinue(request, reply);
        await pumpBody(source, importSink(reader, store));
      } finally {
        // What was read last may still be stored.
        await storing.catch(() => undefined);
        open.delete(owner.accountId);
      }
      return success(IMPORTED, { people: reader.people, faces });
    },
  });
}

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
