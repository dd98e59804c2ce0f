import { distance, MAX_COMPARED } from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import type { RequestField } from '../../images/read-images.js';
import { readVector } from '../../images/stored-vector.js';
import type { CollectionDeps } from '../../people/routes/collection-route.js';
import { success } from '../../http/envelope.js';
import {
  queuedAnalysis,
  rawQuery,
  receiveFields,
  type OperationCall,
  type Received,
} from '../../faces/operation-call.js';
import { addMeteredRoute, withFetcher, type OperationDeps } from '../../faces/operation-route.js';
import { API } from './compreface-route.js';
import { predictionCount } from './face-query.js';
import { exampleOf } from './image-operations.js';
import { prepareSearch, similarSubjects } from './search-subjects.js';
import { similarityOf } from './scales.js';

interface EmbeddingCall {
  readonly accountId: string;
  readonly imageId: string;
  readonly count: number;
}

interface EmbeddingRoute {
  readonly path: `/${string}`;
  /** The fields that the body must have. */
  readonly fields: readonly string[];
  /** Rejects, before the body is read, what cannot succeed. */
  readonly prepare?: (call: EmbeddingCall, signal: AbortSignal) => Promise<void>;
  readonly run: (
    call: EmbeddingCall,
    fieldOf: (name: string) => readonly unknown[],
    signal: AbortSignal,
  ) => Promise<object[]>;
}

export function addEmbeddingOperations(
  app: FastifyInstance,
  deps: CollectionDeps,
  operations: OperationDeps,
): void {
  addEmbeddingRoute(app, operations, {
    path: '/recognition/embeddings/recognize',
    fields: ['embeddings'],
    prepare: ({ accountId }, signal) => prepareSearch(deps, accountId, signal),
    run: async ({ accountId, count }, fieldOf, signal) => {
      const embeddings = vectorsOf('embeddings', fieldOf('embeddings'));
      const vectors = embeddings.map(({ vector }) => vector);
      const similarities = await similarSubjects(deps, accountId, vectors, { count, signal });
      return embeddings.map(({ embedding }, n) => ({ embedding, similarities: similarities[n] ?? [] }));
    },
  });
  addEmbeddingRoute(app, operations, {
    path: '/recognition/embeddings/faces/:id/verify',
    fields: ['embeddings'],
    prepare: async (call) => {
      await exampleOf(deps, call);
    },
    run: async (call, fieldOf) => {
      const { vector } = await exampleOf(deps, call);
      return comparedWith(vector, 'embeddings', fieldOf('embeddings'));
    },
  });
  addEmbeddingRoute(app, operations, {
    path: '/verification/embeddings/verify',
    fields: ['source', 'targets'],
    run: (_call, fieldOf) => {
      const source = readVector('source', fieldOf('source'));
      return Promise.resolve(comparedWith(source, 'targets', fieldOf('targets')));
    },
  });
}

function comparedWith(source: Float32Array, field: string, items: readonly unknown[]): object[] {
  return vectorsOf(field, items)
    .map(({ embedding, vector }) => ({ embedding, similarity: similarityOf(distance(source, vector)) }))
    .toSorted((a, b) => b.similarity - a.similarity);
}

interface GivenVector {
  /** As it was sent. */
  readonly embedding: unknown;
  readonly vector: Float32Array;
}

/** As many as a call may compare of an image. */
function vectorsOf(field: string, items: readonly unknown[]): GivenVector[] {
  if (items.length === 0 || items.length > MAX_COMPARED)
    throw new ServiceError(
      'bad-field',
      `The field ${field} must be a list of 1 to ${MAX_COMPARED} embeddings.`,
      { field },
    );
  return items.map((embedding) => ({ embedding, vector: readVector(field, embedding) }));
}

function itemsOf(fields: readonly RequestField[], name: string): readonly unknown[] {
  const field = fields.find((each) => each.name === name);
  if (field?.kind === 'list') return field.items;
  throw new ServiceError('missing-field', `The field ${name} is missing; send a list in it.`, {
    field: name,
  });
}

/** A metered request with embeddings in place of images. */
function addEmbeddingRoute(
  app: FastifyInstance,
  operations: OperationDeps,
  { path, fields: wanted, prepare, run }: EmbeddingRoute,
): void {
  const deps = withFetcher(operations);
  const call: OperationCall<Received<EmbeddingCall>, object> = {
    receive: async (each, reply) => {
      const { request, caller: accountId, scope } = each;
      const { id = '' } = request.params as Readonly<Record<string, string>>;
      const query = { accountId, imageId: id, count: predictionCount(rawQuery(request)) };
      await prepare?.(query, scope.signal);
      return { query, ...(await receiveFields(deps, each, reply, wanted)) };
    },
    analyse: async (each, { query, fields }, onAnalysis) => {
      const given = new Map(wanted.map((name) => [name, itemsOf(fields, name)]));
      const result = await queuedAnalysis(deps, each, (signal) => {
        onAnalysis();
        return run(query, (name) => given.get(name) ?? [], signal);
      });
      return success('Done.', { result });
    },
  };
  addMeteredRoute(app, operations, { path: `${API}${path}`, message: 'Done.' }, call);
}
