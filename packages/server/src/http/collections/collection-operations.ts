import { MAX_COMPARED, MAX_DISTANCE, EngineError, type Engine, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import type { Owner } from '../../collections/collection-limits.js';
import type { Match } from '../../collections/faces.js';
import { ServiceError } from '../../errors.js';
import {
  badParameter,
  parseChoice,
  parseDecimal,
  parseFlag,
  parseInteger,
  parseText,
} from '../../input/query.js';
import type { FaceInput } from '../../input/read-images.js';
import { FaceRectangleSchema } from '../../results/attributes.schema.js';
import { faceRectangle, type FaceRectangle } from '../../results/attributes.js';
import { statedDistance } from '../../results/distance.js';
import { requireEnrolment, requireQuality } from '../../results/quality-checks.js';
import { successSchema } from '../envelope.js';
import { MAX_IMAGES } from '../operations/batch.js';
import { faceDet, oneFace, qualityLevel, singleBox } from '../operations/face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from '../operations/model-header.js';
import {
  oneOrSeveral,
  OPERATION_ERRORS,
  type Operation,
  type OperationCaller,
  type OperationResult,
} from '../operations/operation.js';
import { COLLECTION, idOf, isId, PERSON } from './collection-ids.js';
import { ownerOf, type CollectionDeps } from './collection-route.js';

const IMAGES = [{ field: 'img', boxes: 'bboxes', vector: 'vec' }] as const;
const VECTOR_FIELD = { vec: 'A stored vector of Face Vector, in place of img.' };

const RATE_DIGITS = 2;
const rate = (value: number): number => Number(value.toPrecision(RATE_DIGITS));

const MatchView = z.object({
  person: z.string().meta({ examples: ['ada'] }),
  display_name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada Lovelace'] }),
  collection: z.string().meta({ examples: ['office'] }),
  distance: z
    .number()
    .min(0)
    .max(MAX_DISTANCE)
    .describe('Euclidean distance, 0 to 0.9.')
    .meta({ examples: [0.31] }),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'How often somebody who is not enrolled would be at least as near to anybody in a collection of this size.',
    )
    .meta({ examples: [0.00001] }),
});

const matchView = (match: Match): z.infer<typeof MatchView> => ({
  person: match.person,
  display_name: match.displayName,
  collection: match.collection,
  distance: statedDistance(match.distance),
  false_match_rate: rate(match.falseMatchRate),
});

/** Where the call found the face, and its vector. */
interface OneFace {
  readonly vector: Float32Array;
  readonly rectangle: FaceRectangle | null;
  readonly timings: OperationResult<unknown>['timings'];
}

/** The face of an image, or a stored vector. */
async function faceOf(
  engine: Engine,
  img: FaceInput,
  faces: FaceSelection,
  signal: AbortSignal,
  level: '0' | '1' | '2' = '0',
): Promise<OneFace> {
  if (img instanceof Float32Array) {
    requireNoBox(faces);
    return { vector: img, rectangle: null, timings: [] };
  }
  const extras = level === '2' ? (['enrolment'] as const) : [];
  const result = await engine.vector(img, { faces, extras, signal });
  if (level === '1') requireQuality(result, faces);
  if (level === '2') requireEnrolment(result, faces);
  const rectangle = faceRectangle(result.face.box, result.imageSize, faces);
  return { vector: result.vector, rectangle, timings: [result.timings] };
}

function requireNoBox(faces: FaceSelection): void {
  if (faces.kind === 'boxes') throw badParameter('bboxes', 'names a face in img, but vec was sent');
}

/** The image was analysed, so the call counts, whatever comes after. */
async function afterAnalysis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, error.message, error.details, { cause: error, workBegan: true });
  }
}

const COLLECTION_ERRORS = [
  'collections-off',
  'unknown-collection',
  'other-model',
  'collection-memory',
] as const;

interface EnrolQuery {
  readonly owner: Owner;
  readonly collection: string;
  readonly person: string;
  readonly faces: FaceSelection;
  readonly level: '0' | '1' | '2';
}

const ENROLLED = 'Face enrolled.';

const EnrolledData = z.object({
  face: z
    .string()
    .describe('The id of the face.')
    .meta({ examples: ['17'] }),
  person: z.string().meta({ examples: ['ada'] }),
  is_new: z
    .boolean()
    .describe('False if the person had this very face already: a repeated call changes nothing.'),
  duplicates: z
    .array(MatchView)
    .describe('Other people of the collection who look the same: perhaps the same person under another id.'),
  face_rectangle: FaceRectangleSchema.optional().describe('Left out for a stored vector.'),
});

export const enrolFace = (
  deps: CollectionDeps,
): Operation<'img', EnrolQuery, z.infer<typeof EnrolledData>, FaceInput> => ({
  path: '/collections/:collection/people/:person/faces',
  message: ENROLLED,
  images: IMAGES,
  takesList: true,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'enrolFace',
    tag: 'Collections',
    summary: 'Enrol a face',
    description:
      'Adds the most prominent face of the image (or the face that a box names, or a stored vector) to a person, who is created if new. Somebody who is already there under another id is reported in `duplicates`.',
    params: PERSON,
    query: {
      bboxes: singleBox('img'),
      quality: {
        schema: z.enum(['2', '1', '0']).default('2'),
        description: `As for Face Vector, but the default is 2, the check of photos for enrolment. Without effect on a stored vector. ${qualityLevel.description}`,
      },
      face_det: faceDet,
    },
    imageFields: { img: 'The image with the face.' },
    vectorFields: VECTOR_FIELD,
    mostInList: MAX_IMAGES,
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The id of the face.',
        ...oneOrSeveral(ENROLLED, EnrolledData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [
      ...OPERATION_ERRORS,
      ...COLLECTION_ERRORS,
      'collection-limit',
      'no-face',
      'face-too-small',
      'low-illumination',
      'incorrect-pose',
      'enrolment-check',
    ],
  },
  parseQuery: (rawQuery, caller) => ({
    owner: ownerOf(deps, caller),
    collection: idOf(caller.params, 'collection'),
    person: idOf(caller.params, 'person'),
    faces: oneFace(rawQuery, 'bboxes'),
    level: parseChoice(rawQuery, 'quality', ['2', '1', '0']),
  }),
  prepare: ({ owner, collection, person }, signal) =>
    deps.collections.faces.prepareEnrolment(owner, collection, person, signal),
  async run(engine, { img }, { owner, collection, person, faces, level }, signal) {
    const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal, level);
    const { face, isNew, duplicates } = await afterAnalysis(() =>
      deps.collections.faces.enrol(owner, collection, person, vector, signal),
    );
    return {
      data: {
        face: String(face),
        person,
        is_new: isNew,
        duplicates: duplicates.map(matchView),
        ...(rectangle !== null && { face_rectangle: rectangle }),
      },
      timings,
    };
  },
});

/** More collections in one search. */
const MAX_ALSO = 7;
const RESULTS = { from: 1, to: 100 };
const DEFAULT_RESULTS = 5;

interface SearchQuery {
  readonly accountId: string;
  readonly collections: readonly string[];
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
  const { faces: found, timings } = await engine.vectors(img, { maxFaces: MAX_COMPARED, signal });
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
    errors: [...OPERATION_ERRORS, ...COLLECTION_ERRORS, 'no-face'],
  },
  parseQuery: parseSearch,
  prepare: async ({ accountId, collections }, signal) => {
    await deps.collections.faces.prepare(accountId, collections, signal);
  },
  async run(engine, { img }, query, signal) {
    const faces = await facesToSearch(engine, img, query, signal);
    const { accountId, collections, maxResults, threshold: own } = query;
    const { threshold, matches } = await afterAnalysis(() =>
      deps.collections.faces.search(
        accountId,
        collections,
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

interface VerifyQuery {
  readonly accountId: string;
  readonly collection: string;
  readonly person: string;
  readonly faces: FaceSelection;
}

const VERIFIED = 'Verified.';

const VerifyData = z.object({
  verified: z.boolean().describe('Whether the face is that of the person: nearer than the threshold.'),
  distance: z
    .number()
    .min(0)
    .max(MAX_DISTANCE)
    .describe('To the nearest of the person’s faces.')
    .meta({ examples: [0.31] }),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe('How often somebody else would be at least as near to any of the person’s faces.')
    .meta({ examples: [1e-9] }),
  threshold: z.number().meta({ examples: [0.5] }),
  face_rectangle: FaceRectangleSchema.optional().describe('Left out for a stored vector.'),
});

export const verifyPerson = (
  deps: CollectionDeps,
): Operation<'img', VerifyQuery, z.infer<typeof VerifyData>, FaceInput> => ({
  path: '/collections/:collection/people/:person/verify',
  message: VERIFIED,
  images: IMAGES,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'verifyPerson',
    tag: 'Collections',
    summary: 'Verify a person',
    description: 'Compares the face of an image, or a stored vector, with the faces of one person.',
    params: PERSON,
    query: { bboxes: singleBox('img'), face_det: faceDet },
    imageFields: { img: 'The image with the face.' },
    vectorFields: VECTOR_FIELD,
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The verdict.',
        schema: successSchema(VERIFIED, VerifyData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, ...COLLECTION_ERRORS, 'unknown-person', 'unknown-face', 'no-face'],
  },
  parseQuery: (rawQuery, { accountId, params }) => ({
    accountId,
    collection: idOf(params, 'collection'),
    person: idOf(params, 'person'),
    faces: oneFace(rawQuery, 'bboxes'),
  }),
  prepare: async ({ accountId, collection, person }) => {
    await deps.collections.faces.vectorsOf(accountId, collection, person);
  },
  async run(engine, { img }, { accountId, collection, person, faces }, signal) {
    const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal);
    const { distance, threshold, falseMatchRate } = await afterAnalysis(() =>
      deps.collections.faces.verify(accountId, collection, person, vector),
    );
    return {
      data: {
        verified: statedDistance(distance) < threshold,
        distance: statedDistance(distance),
        false_match_rate: rate(falseMatchRate),
        threshold: statedDistance(threshold),
        ...(rectangle !== null && { face_rectangle: rectangle }),
      },
      timings,
    };
  },
});
