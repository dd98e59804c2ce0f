import { bothImages, distance, pairWork, QUARTER_DECODE_MS } from '@facet/engine';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { analysisRoute } from '../../faces/index.js';
import { plainJson } from '../../http/response-kinds.js';
import { accountIdOf } from '../../http/callers.js';
import type { Route } from '../../http/route.js';
import { ownerOf, type PeopleDeps } from '../../people/index.js';
import {
  enrolByName,
  ifCollection,
  nameOf,
  prepareEnrolment,
  prepareSearch,
  unknown,
} from '../people-by-name.js';
import { similarityOf } from '../scales.js';
import { FACE_QUERY, faceQuery, PREDICTION_COUNT, type FaceQuery } from './face-query.js';
import { faceViews, pluginsVersions } from './face-view.js';
import { comparableFaces, foundFaces, type ComparableFace, type FoundFaces } from './found-faces.js';
import { faceNumberOf, imageIdOf } from './image-ids.js';
import { similarSubjects, subjectsOf } from './search-subjects.js';
import { API } from './subject-routes.js';
import { COLLECTION, requiredSubject } from './subjects.js';

const FILE = [{ field: 'file', boxes: 'bboxes' }] as const;

/** Where an image must show one face: enough to see that there are two. */
const atMostTwo = (query: FaceQuery): FaceQuery => ({ ...query, limit: Math.min(query.limit || 2, 2) });

function oneFace({ faces: [first, ...others] }: FoundFaces<ComparableFace>): ComparableFace {
  if (first === undefined || others.length > 0) throw new ServiceError('several-faces');
  return first;
}

const detect = ({ lanes }: PeopleDeps): Route =>
  analysisRoute(lanes, {
    path: `${API}/detection/detect`,
    query: FACE_QUERY,
    images: FILE,
    response: plainJson(),
    run: async ({ file }, { engine, query: sent, signal }) => {
      const query = faceQuery(sent);
      const found = await foundFaces(engine, file, query, { signal });
      const result = faceViews(found, query).map(({ view }) => view);
      return { data: { result, ...pluginsVersions(query) }, timings: [found.timings] };
    },
  });

const recognize = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: `${API}/recognition/recognize`,
    scope: 'search',
    query: { ...FACE_QUERY, ...PREDICTION_COUNT },
    images: FILE,
    response: plainJson(),
    prepare: ({ request, signal }) => prepareSearch(deps, subjectsOf(accountIdOf(request)), signal),
    run: async ({ file }, { engine, request, query: sent, signal }) => {
      const query = faceQuery(sent);
      const found = await comparableFaces(engine, file, query, { signal });
      const vectors = found.faces.map(({ vector }) => vector);
      const count = sent.prediction_count;
      const data = async (): Promise<object> => {
        const subjects = await similarSubjects(deps, accountIdOf(request), vectors, { count, signal });
        const views = faceViews(found, query);
        const result = views.map(({ view }, n) => ({ ...view, subjects: subjects[n] ?? [] }));
        return { result, ...pluginsVersions(query) };
      };
      return { data, timings: [found.timings] };
    },
  });

const addExample = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: `${API}/recognition/faces`,
    scope: 'enrol',
    query: { ...FACE_QUERY, subject: requiredSubject },
    images: FILE,
    response: plainJson(201),
    prepare: ({ request, query: { subject }, signal }) =>
      prepareEnrolment(deps, ownerOf(deps, request), { collection: COLLECTION, name: subject, signal }),
    run: async ({ file }, { engine, request, query, prepared, signal }) => {
      const { subject } = query;
      const owner = ownerOf(deps, request);
      const found = await comparableFaces(engine, file, atMostTwo({ ...faceQuery(query), limit: 0 }), {
        signal,
      });
      const { vector } = oneFace(found);
      const data = async (): Promise<object> => {
        const enrolment = { collection: COLLECTION, name: subject, vector, prepared, signal };
        const face = await enrolByName(deps, owner, enrolment);
        return { image_id: imageIdOf(owner.accountId, prepared, face), subject };
      };
      return { data, timings: [found.timings] };
    },
  });

const verifyExample = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: `${API}/recognition/faces/:id/verify`,
    scope: 'search',
    params: { id: z.string() },
    query: FACE_QUERY,
    images: FILE,
    response: plainJson(),
    prepare: ({ request, params: { id } }) =>
      exampleOf(deps, { accountId: accountIdOf(request), imageId: id }),
    run: async ({ file }, { engine, request, params: { id }, query: sent, signal }) => {
      const query = faceQuery(sent);
      const found = await comparableFaces(engine, file, query, { signal });
      const data = async (): Promise<object> => {
        const at = { accountId: accountIdOf(request), imageId: id };
        const { vector, subject } = await exampleOf(deps, at);
        const result = faceViews(found, query).map(({ face, view }) => ({
          ...view,
          subject,
          similarity: similarityOf(distance(vector, face.vector)),
        }));
        return { result, ...pluginsVersions(query) };
      };
      return { data, timings: [found.timings] };
    },
  });

const verifyImages = ({ lanes }: PeopleDeps): Route =>
  analysisRoute(lanes, {
    path: `${API}/verification/verify`,
    query: FACE_QUERY,
    images: [
      { field: 'source_image', boxes: 'bboxes' },
      { field: 'target_image', boxes: 'bboxes' },
    ],
    response: plainJson(),
    run: async ({ source_image, target_image }, { engine, query: sent, signal }) => {
      const query = faceQuery(sent);
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

/** Calls with images. */
export const imageRoutes = (deps: PeopleDeps): Route[] => [
  detect(deps),
  recognize(deps),
  addExample(deps),
  verifyExample(deps),
  verifyImages(deps),
];

export interface ExampleId {
  readonly accountId: string;
  readonly imageId: string;
}

/** The vector of an example, and its subject. */
export const exampleOf = async (
  { collections }: PeopleDeps,
  { accountId, imageId }: ExampleId,
): Promise<{ readonly vector: Float32Array; readonly subject: string }> =>
  ifCollection(async () => {
    const row = await collections.find(accountId, COLLECTION);
    const number = faceNumberOf(accountId, row, imageId);
    const vector = await collections.listedFaces.vectorOf(accountId, COLLECTION, number);
    return { vector, subject: nameOf(await collections.listedFaces.find(accountId, COLLECTION, number)) };
  }, unknown('unknown-face'));
