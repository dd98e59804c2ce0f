import { EngineError, MAX_COMPARED, MAX_DISTANCE, type Engine, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import {
  analysisRoute,
  faceDet,
  faceRectangle,
  FaceRectangleSchema,
  MODEL_HEADER_DOCUMENT,
  MODEL_HEADERS,
  MODEL_REQUEST_HEADER,
  oneFace,
  singleBox,
  statedDistance,
} from '../../faces/index.js';
import { badParameter, BadValue, decimal, flag, integer, onlyText, parameter } from '../../http/query.js';
import { envelope } from '../../http/response-kinds.js';
import type { Route } from '../../http/route.js';
import type { FaceInput } from '../../images/index.js';
import { MatchView } from './collections.schema.js';
import { faceOf, IMAGES, matchView, SEARCHED_ERRORS, type OneFace } from './face-of-call.js';
import { COLLECTION, isId, ownerOf, type PeopleDeps } from './people-deps.js';

/** More collections in one search. */
const MAX_ALSO = 7;
const RESULTS = { from: 1, to: 100 };
const DEFAULT_RESULTS = 5;

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

const also = parameter(
  z.string().meta({ examples: ['visitors,staff'] }),
  `More collections of the account to search, at most ${MAX_ALSO}, joined by commas.`,
  (texts) => {
    const others = (onlyText(texts) ?? '').split(',').filter((id) => id !== '');
    if (others.length > MAX_ALSO) throw new BadValue(`may name at most ${MAX_ALSO} collections`);
    if (!others.every(isId)) throw new BadValue('must be ids of collections, joined by commas');
    return others;
  },
);

async function facesToSearch(
  engine: Engine,
  img: FaceInput,
  { faces, all }: { readonly faces: FaceSelection; readonly all: boolean },
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

export const searchFaces = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: '/collections/:collection/search',
    scope: 'search',
    headers: MODEL_HEADERS,
    document: {
      operationId: 'searchFaces',
      tag: 'Collections',
      summary: 'Search a collection',
      description:
        'Finds the people of a collection who are nearest to the most prominent face of the image, to the face that a box names, to every face (`all=1`), or to a stored vector. How near they must be follows from the size of the collection, unless you give a threshold.',
      requestHeaders: MODEL_REQUEST_HEADER,
    },
    params: COLLECTION,
    query: {
      bboxes: singleBox('img'),
      face_det: faceDet,
      all: flag(
        false,
        `1 searches for every face of img, at most the ${MAX_COMPARED} most prominent; each person is found once.`,
      ),
      max_results: integer(RESULTS, 'How many people at most for each face.', DEFAULT_RESULTS),
      threshold: decimal(
        { above: 0, to: MAX_DISTANCE },
        'Only people nearer than this, in place of the threshold by the size of the collection.',
      ),
      also,
    },
    images: IMAGES,
    response: envelope('Searched.', SearchData, {
      description: 'The people found.',
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: [...SEARCHED_ERRORS, 'no-face'],
    prepare: ({ request, params, query, signal }) => {
      if (query.all && oneFace(query.bboxes, query.face_det).kind !== 'detect')
        throw badParameter(
          'all',
          'searches for every face of img, which bboxes and face_det=0 do not go with',
        );
      const ids = [...new Set([params.collection, ...query.also])];
      return deps.collections.faces.prepare(ownerOf(deps, request).accountId, ids, signal);
    },
    run: async ({ img }, { engine, prepared, query, signal }) => {
      const { all, bboxes, face_det, max_results: maxResults, threshold: own } = query;
      const faces = await facesToSearch(engine, img, { faces: oneFace(bboxes, face_det), all }, signal);
      const data = async (): Promise<z.infer<typeof SearchData>> => {
        const { threshold, matches } = await deps.collections.faces.searchIn(
          prepared,
          faces.map(({ vector }) => vector),
          { maxResults, threshold: own, signal },
        );
        return {
          faces: faces.map(({ rectangle }, n) => ({
            ...(rectangle !== null && { face_rectangle: rectangle }),
            identified: (matches[n]?.length ?? 0) > 0,
            matches: (matches[n] ?? []).map(matchView),
          })),
          threshold: statedDistance(threshold),
        };
      };
      return { data, timings: faces.flatMap(({ timings }) => timings) };
    },
  });
