import { bothImages, distance, pairWork, QUARTER_DECODE_MS } from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import type { Owner } from '../../people/collection-limits.js';
import type { CollectionRow } from '../../people/collection-rows.js';
import { ServiceError } from '../../errors.js';
import { ownerOf, type CollectionDeps } from '../../people/routes/collection-route.js';
import { afterAnalysis } from '../../people/routes/face-of-call.js';
import type { OperationDeps } from '../../faces/operation-route.js';
import { addImageOperation, ifCollection, unknown } from './compreface-route.js';
import { parseFaceQuery, predictionCount, type FaceQuery } from './face-query.js';
import { faceViews, pluginsVersions } from './face-view.js';
import { comparableFaces, foundFaces, type ComparableFace, type FoundFaces } from './found-faces.js';
import { faceNumberOf, imageIdOf } from './image-ids.js';
import { prepareSearch, similarSubjects } from './search-subjects.js';
import { similarityOf } from './scales.js';
import { COLLECTION, displayNameOf, personIdOf, requiredSubject, subjectOf } from './subjects.js';

const FILE = ['file'] as const;

/** Where an image must show one face: enough to see that there are two. */
const atMostTwo = (query: FaceQuery): FaceQuery => ({ ...query, limit: Math.min(query.limit || 2, 2) });

function oneFace({ faces: [first, ...others] }: FoundFaces<ComparableFace>): ComparableFace {
  if (first === undefined || others.length > 0) throw new ServiceError('several-faces');
  return first;
}

export function addDetect(app: FastifyInstance, operations: OperationDeps): void {
  addImageOperation(app, operations, {
    path: '/detection/detect',
    fields: FILE,
    parseQuery: parseFaceQuery,
    async run(engine, { file }, query, signal) {
      const found = await foundFaces(engine, file, query, { signal });
      const result = faceViews(found, query).map(({ view }) => view);
      return { data: { result, ...pluginsVersions(query) }, timings: [found.timings] };
    },
  });
}

export function addRecognize(app: FastifyInstance, deps: CollectionDeps, operations: OperationDeps): void {
  addImageOperation(app, operations, {
    path: '/recognition/recognize',
    fields: FILE,
    parseQuery: (rawQuery, { accountId }) => ({
      accountId,
      count: predictionCount(rawQuery),
      faces: parseFaceQuery(rawQuery),
    }),
    prepare: async (query, signal) => {
      await prepareSearch(deps, query.accountId, signal);
      return query;
    },
    async run(engine, { file }, { accountId, count, faces: query }, signal) {
      const found = await comparableFaces(engine, file, query, { signal });
      const vectors = found.faces.map(({ vector }) => vector);
      const subjects = await afterAnalysis(() =>
        similarSubjects(deps, accountId, vectors, { count, signal }),
      );
      const result = faceViews(found, query).map(({ view }, n) => ({ ...view, subjects: subjects[n] ?? [] }));
      return { data: { result, ...pluginsVersions(query) }, timings: [found.timings] };
    },
  });
}

interface AddQuery {
  readonly owner: Owner;
  readonly subject: string;
  readonly person: string;
  readonly query: FaceQuery;
  readonly prepared?: CollectionRow;
}

export function addAddExample(app: FastifyInstance, deps: CollectionDeps, operations: OperationDeps): void {
  const { collections } = deps;

  const prepare = async (owner: Owner, person: string, signal: AbortSignal): Promise<CollectionRow> => {
    const prepared = (): Promise<CollectionRow> =>
      collections.faces.prepareEnrolment(owner, COLLECTION, person, signal);
    return ifCollection(prepared, async () => {
      await collections.put(owner, COLLECTION);
      return prepared();
    });
  };

  addImageOperation(app, operations, {
    path: '/recognition/faces',
    fields: FILE,
    parseQuery: (rawQuery, caller): AddQuery => {
      const subject = requiredSubject(rawQuery);
      const query = { ...parseFaceQuery(rawQuery), limit: 0 };
      return { owner: ownerOf(deps, caller), subject, person: personIdOf(subject), query };
    },
    prepare: async (call, signal) => ({ ...call, prepared: await prepare(call.owner, call.person, signal) }),
    async run(engine, { file }, { owner, subject, person, query, prepared }, signal) {
      const found = await comparableFaces(engine, file, atMostTwo(query), { signal });
      const { vector } = oneFace(found);
      const name = displayNameOf(subject);
      const fields = name === null ? {} : { display_name: name };
      const image_id = await afterAnalysis(async () => {
        const row = prepared ?? (await collections.find(owner.accountId, COLLECTION));
        const { face } = await collections.faces.enrol(owner, {
          collection: COLLECTION,
          person,
          vector,
          signal,
          prepared: row,
          fields,
        });
        return imageIdOf(owner.accountId, row, face);
      });
      return { data: { image_id, subject }, timings: [found.timings] };
    },
  });
}

export function addVerifyExample(
  app: FastifyInstance,
  deps: CollectionDeps,
  operations: OperationDeps,
): void {
  addImageOperation(app, operations, {
    path: '/recognition/faces/:id/verify',
    fields: FILE,
    parseQuery: (rawQuery, { accountId, params }) => ({
      example: { accountId, imageId: params['id'] ?? '' },
      faces: parseFaceQuery(rawQuery),
    }),
    prepare: async (query) => {
      await exampleOf(deps, query.example);
      return query;
    },
    async run(engine, { file }, { example, faces: query }, signal) {
      const found = await comparableFaces(engine, file, query, { signal });
      const { vector, subject } = await afterAnalysis(() => exampleOf(deps, example));
      const result = faceViews(found, query).map(({ face, view }) => ({
        ...view,
        subject,
        similarity: similarityOf(distance(vector, face.vector)),
      }));
      return { data: { result, ...pluginsVersions(query) }, timings: [found.timings] };
    },
  });
}

export interface ExampleId {
  readonly accountId: string;
  readonly imageId: string;
}

/** The vector of an example, and its subject. */
export const exampleOf = async (
  { collections }: CollectionDeps,
  { accountId, imageId }: ExampleId,
): Promise<{ readonly vector: Float32Array; readonly subject: string }> =>
  ifCollection(async () => {
    const row = await collections.find(accountId, COLLECTION);
    const number = faceNumberOf(accountId, row, imageId);
    const vector = await collections.listedFaces.vectorOf(accountId, COLLECTION, number);
    return { vector, subject: subjectOf(await collections.listedFaces.find(accountId, COLLECTION, number)) };
  }, unknown('unknown-face'));

export function addVerifyImages(app: FastifyInstance, operations: OperationDeps): void {
  addImageOperation(app, operations, {
    path: '/verification/verify',
    fields: ['source_image', 'target_image'],
    parseQuery: parseFaceQuery,
    async run(engine, { source_image, target_image }, query, signal) {
      const work = pairWork(QUARTER_DECODE_MS);
      // Both before either is analysed: a call with a broken image does not count, so it gets no analysis of the other.
      const [first, second] = await bothImages(
        (own) => engine.decode(source_image, { signal: own, work }),
        (own) => engine.decode(target_image, { signal: own, work }),
        signal,
      );
      const [source, target] = await bothImages(
        (own) => comparableFaces(engine, first, atMostTwo(query), { signal: own }),
        (own) => comparableFaces(engine, second, query, { signal: own }),
        signal,
      );
      const { vector } = oneFace(source);
      const [sourceFace] = faceViews(source, query);
      const face_matches = faceViews(target, query)
        .map(({ face, view }) => ({ ...view, similarity: similarityOf(distance(vector, face.vector)) }))
        .toSorted((a, b) => b.similarity - a.similarity);
      const result = [{ source_image_face: sourceFace?.view, face_matches, ...pluginsVersions(query) }];
      return { data: { result }, timings: [source.timings, target.timings] };
    },
  });
}
