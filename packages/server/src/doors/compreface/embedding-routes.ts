import { distance, MAX_COMPARED } from '@facet/engine';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { analysed, laneOf, requireRoom } from '../../faces/index.js';
import type { RequestField } from '../../http/body/request-field.js';
import { counted, countedCallOf } from '../../http/counted-call.js';
import { plainJson } from '../../http/response-kinds.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { accountIdOf } from '../../http/callers.js';
import { badField } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { readVector, receiveFields } from '../../images/index.js';
import type { PeopleDeps } from '../../people/index.js';
import { prepareSearch } from '../people-by-name.js';
import { similarityOf } from '../scales.js';
import { PREDICTION_COUNT } from './face-query.js';
import { exampleOf } from './image-routes.js';
import { similarSubjects, subjectsOf } from './search-subjects.js';
import { API } from './subject-routes.js';

interface EmbeddingCall {
  readonly accountId: string;
  readonly imageId: string;
  readonly count: number;
}

interface EmbeddingWork {
  /** The fields that the body must have. */
  readonly fields: readonly string[];
  /** Rejects, before the body is read, what cannot succeed. */
  readonly prepare?: (call: EmbeddingCall, signal: AbortSignal) => Promise<unknown>;
  readonly run: (
    call: EmbeddingCall,
    fieldOf: (name: string) => readonly unknown[],
    signal: AbortSignal,
  ) => Promise<object[]>;
}

/** Calls with embeddings in place of images. */
export const embeddingRoutes = (deps: PeopleDeps): Route[] => [
  embeddingRoute(deps, '/recognition/embeddings/recognize', {
    fields: ['embeddings'],
    prepare: ({ accountId }, signal) => prepareSearch(deps, subjectsOf(accountId), signal),
    run: async ({ accountId, count }, fieldOf, signal) => {
      const embeddings = vectorsOf('embeddings', fieldOf('embeddings'));
      const vectors = embeddings.map(({ vector }) => vector);
      const similarities = await similarSubjects(deps, accountId, vectors, { count, signal });
      return embeddings.map(({ embedding }, n) => ({ embedding, similarities: similarities[n] ?? [] }));
    },
  }),
  embeddingRoute(deps, '/recognition/embeddings/faces/:id/verify', {
    fields: ['embeddings'],
    prepare: (call) => exampleOf(deps, call),
    run: async (call, fieldOf) => {
      const { vector } = await exampleOf(deps, call);
      return comparedWith(vector, 'embeddings', fieldOf('embeddings'));
    },
  }),
  embeddingRoute(deps, '/verification/embeddings/verify', {
    fields: ['source', 'targets'],
    run: (_call, fieldOf) => {
      const source = readVector('source', fieldOf('source'));
      return Promise.resolve(comparedWith(source, 'targets', fieldOf('targets')));
    },
  }),
];

const embeddingRoute = (
  { lanes }: PeopleDeps,
  path: `/${string}`,
  { fields: wanted, prepare, run }: EmbeddingWork,
): Route =>
  route({
    method: 'POST',
    path: `${API}${path}`,
    caller: 'api-key',
    scope: 'search',
    cost: 'call',
    params: { id: z.string().default('') },
    query: PREDICTION_COUNT,
    body: {
      errors: [],
      read: (request, reply) => receiveFields(request, reply, laneOf(lanes, request).limits, wanted),
      content: () => ({}),
    },
    response: plainJson(),
    prepare: async ({ request, params, query, signal }) => {
      const call = { accountId: accountIdOf(request), imageId: params.id, count: query.prediction_count };
      await prepare?.(call, signal);
      await requireRoom(lanes, request);
      return call;
    },
    handle: ({ request, prepared: call, body }) =>
      counted(request, countedCallOf(request), (onAnalysis) => {
        const given = new Map(wanted.map((name) => [name, itemsOf(body, name)]));
        return analysed(lanes, request, scopeOf(request), {
          images: [],
          begin: onAnalysis,
          run: (_engine, signal) =>
            Promise.resolve({
              data: async () => ({ result: await run(call, (name) => given.get(name) ?? [], signal) }),
              timings: [],
            }),
        });
      }),
  });

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
    throw badField(field, `a list of 1 to ${MAX_COMPARED} embeddings`);
  return items.map((embedding) => ({ embedding, vector: readVector(field, embedding) }));
}

function itemsOf(fields: readonly RequestField[], name: string): readonly unknown[] {
  const field = fields.find((each) => each.name === name);
  if (field?.kind === 'list') return field.items;
  throw new ServiceError('missing-field', `The field ${name} is missing; send a list in it.`, {
    field: name,
  });
}
