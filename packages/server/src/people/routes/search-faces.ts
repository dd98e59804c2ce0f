import { EngineError, MAX_COMPARED, MAX_DISTANCE, type Engine, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import type { CollectionRow } from '../collection-rows.js';
import { badParameter, parseDecimal, parseFlag, parseInteger, parseText } from '../../http/query.js';
import type { FaceInput } from '../../images/read-images.js';
import { faceRectangle } from '../../faces/results/attributes.js';
import { FaceRectangleSchema } from '../../faces/results/attributes.schema.js';
import { statedDistance } from '../../faces/results/distance.js';
import { successSchema } from '../../http/envelope.js';
import { faceDet, oneFace, singleBox } from '../../faces/face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from '../../faces/model-header.js';
import { OPERATION_ERRORS, type Operation, type OperationCaller } from '../../faces/operation.js';
import { COLLECTION, idOf, isId } from './collection-ids.js';
import type { CollectionDeps } from './collection-route.js';
import { MatchView } from './collections.schema.js';
import {
  afterAnalysis,
  faceOf,
  IMAGES,
  matchView,
  SEARCHED_ERRORS,
  VECTOR_FIELD,
  type OneFace,
} from './face-of-call.js';

/** More collections in one search. */
const MAX_ALSO = 7;
const RESULTS = { from: 1, to: 100 };
const DEFAULT_RESULTS = 5;

interface SearchQuery {
  readonly accountId: string;
  readonly collections: readonly string[];
  /** The same, as they were found before the body was read. */
  readonly prepared: readonly CollectionRow[];
  readonly faces: FaceSelection;
  readonly all: boolean;
  readonly maxResults: number;
  readonly threshold: number | undefined;
}

const SEARCHED = 'Searched.';

const SearchData = z.object({
  faces: z.array(
    z.object({
      face_rectangle: FaceRectangleSchema.optional().describe('Left out for a stored vector.'),
      identified: z.boolean().describe('Whether somebody is nearer than the threshold.'),
      matches: z.array(MatchView).describe('The people nearer than the threshold, the nearest first.'),
    }),
  ),
  threshold: z
    .number()
    .describe('How near a face had to be: by the size of the collections, or as requested.')
    .meta({ examples: [0.467] }),
});

function alsoOf(rawQuery: string, collection: string): string[] {
  const others = (parseText(rawQuery, 'also') ?? '').split(',').filter((id) => id !== '');
  if (others.length > MAX_ALSO) throw badParameter('also', `may name at most ${MAX_ALSO} collections`);
  if (!others.every(isId)) throw badParameter('also', 'must be ids of collections, joined by commas');
  return [...new Set([collection, ...others])];
}

function parseSearch(rawQuery: string, { accountId, params }: OperationCaller): SearchQuery {
  const all = parseFlag(rawQuery, 'all') === 1;
  const faces = oneFace(rawQuery, 'bboxes');
  if (all && faces.kind !== 'detect')
    throw badParameter('all', 'searches for every face of img, which bboxes and face_det=0 do not go with');
  return {
    accountId,
    collections: alsoOf(rawQuery, idOf(params, 'collection')),
    prepared: [],
    faces,
    all,
    maxResults: parseInteger(rawQuery, 'max_results', RESULTS) ?? DEFAULT_RESULTS,
    threshold: parseDecimal(rawQuery, 'threshold', { above: 0, to: MAX_DISTANCE }),
  };
}

async function facesToSearch(
  engine: Engine,
  img: FaceInput,
  { faces, all }: SearchQuery,
  signal: AbortSignal,
): Promise<readonly OneFace[]> {
  if (!all) return [await faceOf(engine, img, faces, signal)];
  if (img instanceof Float32Array)
    throw badParameter('all', 'searches for every face of img, but vec was sent');
  const { faces: found, timings } = await engine.vectors(img, { signal });
  if (found.length === 0) throw new EngineError('no-face');
  return found.map((face, n) => ({
    vector: face.vector,
    rectangle: faceRectangle(face.face.box, face.imageSize, faces),
    timings: n === 0 ? [timings] : [],
  }));
}

export const searchFaces = (
  deps: CollectionDeps,
): Operation<'img', SearchQuery, z.infer<typeof SearchData>, FaceInput> => ({
  path: '/collections/:collection/search',
  message: SEARCHED,
  images: IMAGES,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'searchFaces',
    tag: 'Collections',
    summary: 'Search a collection',
    description:
      'Finds the people of a collection who are nearest to the most prominent face of the image, to the face that a box names, to every face (`all=1`), or to a stored vector. How near they must be follows from the size of the collection, unless you give a threshold.',
    params: COLLECTION,
    query: {
      bboxes: singleBox('img'),
      face_det: faceDet,
      all: {
        schema: z.enum(['0', '1']).default('0'),
        description: `1 searches for every face of img, at most the ${MAX_COMPARED} most prominent; each person is found once.`,
      },
      max_results: {
        schema: z.int().min(RESULTS.from).max(RESULTS.to).default(DEFAULT_RESULTS),
        description: 'How many people at most for each face.',
      },
      threshold: {
        schema: z.number().gt(0).max(MAX_DISTANCE),
        description: 'Only people nearer than this, in place of the threshold by the size of the collection.',
      },
      also: {
        schema: z.string().meta({ examples: ['visitors,staff'] }),
        description: `More collections of the account to search, at most ${MAX_ALSO}, joined by commas.`,
      },
    },
    imageFields: { img: 'The image with the face.' },
    vectorFields: VECTOR_FIELD,
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The people found.',
        schema: successSchema(SEARCHED, SearchData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, ...SEARCHED_ERRORS, 'no-face'],
  },
  parseQuery: parseSearch,
  prepare: async (query, signal) => ({
    ...query,
    prepared: await deps.collections.faces.prepare(query.accountId, query.collections, signal),
  }),
  async run(engine, { img }, query, signal) {
    const faces = await facesToSearch(engine, img, query, signal);
    const { prepared, maxResults, threshold: own } = query;
    const { threshold, matches } = await afterAnalysis(() =>
      deps.collections.faces.searchIn(
        prepared,
        faces.map(({ vector }) => vector),
        { maxResults, threshold: own, signal },
      ),
    );
    return {
      data: {
        faces: faces.map(({ rectangle }, n) => ({
          ...(rectangle !== null && { face_rectangle: rectangle }),
          identified: (matches[n]?.length ?? 0) > 0,
          matches: (matches[n] ?? []).map(matchView),
        })),
        threshold: statedDistance(threshold),
      },
      timings: faces.flatMap(({ timings }) => timings),
    };
  },
});
