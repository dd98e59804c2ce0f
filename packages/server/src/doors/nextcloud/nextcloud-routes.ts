import { basename } from 'node:path';
import {
  callsFor,
  MAX_FACES,
  vectorNumbers,
  type Engine,
  type Face,
  type FaceVector,
  type Point,
} from '@facet/engine';
import { z } from 'zod';
import { ERROR_CATALOGUE, ServiceError, type ErrorCode } from '../../errors.js';
import {
  analysed,
  type AnalysisResult,
  ENGINE_COPIES,
  faceRectangle,
  laneOf,
  requireRoom,
} from '../../faces/index.js';
import { lengthOf, type RequestField } from '../../http/body/request-field.js';
import { counted, countedCallOf } from '../../http/counted-call.js';
import { badField } from '../../http/json-body.js';
import { plainJson, sentByHandler } from '../../http/response-kinds.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { route, type Dialect, type Route } from '../../http/route.js';
import { receiveFields } from '../../images/index.js';
import type { PeopleDeps } from '../../people/index.js';

/**
 * What a distance of ours is in Nextcloud, which compares descriptors at dlib's scale: it joins faces nearer than 0.4 and
 * suggests that people are one below 0.55, where this makes it 0.5. Below its largest setting, 0.6, one stranger in a
 * hundred is as near, as with dlib. At 1.2, which would make 0.6 of our 0.5, six of ten pairs of one person (LFW) are
 * farther than 0.4; at 1.1 four.
 */
const SCALE = 1.1;

/** Nextcloud leaves out faces below this unless it is told otherwise. */
const USUAL_CONFIDENCE = 0.99;
/** Above are 98 of 100 faces of LFW; below, faces in crowds of fewer than 20 pixels. */
const GOOD_CONFIDENCE = 0.85;

/** The same as the original says, so that Nextcloud sends the same images. */
const MAXIMUM_AREA = 3840 * 2160;
const VERSION = '1.0.0';
const MAX_FACE_BYTES = 64 * 1024;

/** dlib's five points among the 68: the corners of the eyes, those on the right of the picture first, and below the nose. */
const FIVE_POINTS = [45, 42, 36, 39, 33];

/** Statuses that differ from ours. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  'too-many-bytes': 412,
  'too-many-pixels': 412,
};

export const NEXTCLOUD: Dialect = {
  apiKeyHeaders: ['x-api-key'],
  stateError: ({ code, message }) => ({
    status: STATUSES[code] ?? ERROR_CATALOGUE[code].status,
    body: { error: message },
  }),
};

type NextcloudDeps = Pick<PeopleDeps, 'lanes'>;

/** The external model of Nextcloud's app Face Recognition. */
export const nextcloudRoutes = (deps: NextcloudDeps): Route[] => [
  route({
    method: 'GET',
    path: '/open',
    caller: 'api-key',
    scope: 'analyse',
    cost: 'static',
    response: plainJson(),
    handle: () => ({ preferred_mimetype: 'image/jpeg', maximum_area: MAXIMUM_AREA }),
  }),
  route({
    method: 'GET',
    path: '/welcome',
    caller: 'anyone',
    cost: 'static',
    response: plainJson(),
    handle: () => ({ 'facerecognition-external-model': 'welcome', version: VERSION, model: 'facet' }),
  }),
  route({
    method: 'GET',
    path: '/health',
    caller: 'anyone',
    cost: 'static',
    untraced: true,
    response: sentByHandler('ok'),
    handle: ({ reply }) => reply.type('text/plain').send('ok'),
  }),
  onPhoto(deps, '/detect', callsFor(MAX_FACES), detect),
  onPhoto(deps, '/compute', 1, compute),
];

interface Photo {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly fields: readonly RequestField[];
}

type Analyse = (engine: Engine, signal: AbortSignal) => Promise<AnalysisResult<object>>;

/** A counted call with a photo; `begin` rejects what cannot succeed. */
const onPhoto = (
  { lanes }: NextcloudDeps,
  path: `/${string}`,
  calls: number,
  begin: (photo: Photo) => Analyse,
): Route =>
  route({
    method: 'POST',
    path,
    caller: 'api-key',
    scope: 'analyse',
    cost: 'call',
    calls: () => calls,
    body: {
      errors: [],
      read: (request, reply) =>
        receiveFields(request, reply, laneOf(lanes, request).limits, ['file', 'face']),
      content: () => ({}),
    },
    response: plainJson(),
    prepare: ({ request }) => requireRoom(lanes, request),
    handle: ({ request, body: fields }) => {
      const file = fields.find(({ name }) => name === 'file');
      if (file?.kind !== 'file')
        throw new ServiceError('missing-field', 'The field file is missing; send an image file in it.');
      const { bytes, fileName = '' } = file;
      const run = begin({ bytes, filename: basename(fileName), fields });
      return counted(request, countedCallOf(request), (onAnalysis, onResult) =>
        analysed(lanes, request, scopeOf(request), {
          images: [{ field: 'file', boxes: 'face' }],
          heldBytes: ENGINE_COPIES * bytes.byteLength,
          begin: onAnalysis,
          onResult,
          run,
        }),
      );
    },
  });

/** Every face of the photo. */
function detect({ bytes, filename }: Photo): Analyse {
  return async (engine, signal) => {
    const { faces: found, timings } = await engine.vectors(bytes, { maxFaces: MAX_FACES, signal });
    const faces = found.map((each) => {
      const [left, top, right, bottom] = faceRectangle(each.face.box, each.imageSize, { kind: 'detect' });
      return {
        detection_confidence: confidenceOf(each.face),
        ...{ left, top, right, bottom },
        ...describedFace(each),
      };
    });
    return {
      data: { filename, 'faces-count': faces.length, faces },
      timings: [timings],
      calls: callsFor(faces.length),
    };
  };
}

const side = z.number();
/** What else a detected face has is sent back as it came, without what has members of its own. */
const GivenFace = z
  .object({ left: side, top: side, right: side, bottom: side })
  .catchall(z.union([z.number(), z.string(), z.boolean(), z.null()]).optional().catch(undefined));

/** The face of a rectangle. */
function compute({ bytes, filename, fields }: Photo): Analyse {
  const face = givenFace(fields.find(({ name }) => name === 'face'));
  const { left: x1, top: y1, right: x2, bottom: y2 } = face;
  return async (engine, signal) => {
    const faces = { kind: 'boxes', boxes: [{ x1, y1, x2, y2 }] } as const;
    const found = await engine.vector(bytes, { faces, signal });
    return { data: { filename, face: { ...face, ...describedFace(found) } }, timings: [found.timings] };
  };
}

function givenFace(field: RequestField | undefined): z.infer<typeof GivenFace> {
  if (field?.kind === 'text' && lengthOf(field.text) <= MAX_FACE_BYTES)
    try {
      const { data } = GivenFace.safeParse(JSON.parse(Buffer.concat(field.text).toString('utf8')));
      if (data !== undefined && data.left < data.right && data.top < data.bottom) return data;
    } catch {
      // It is no JSON.
    }
  throw badField('face', 'JSON with the numbers left, top, right and bottom');
}

const describedFace = ({ face: { landmarks }, vector }: FaceVector): object => ({
  landmarks: FIVE_POINTS.flatMap((n) => landmarks[n] ?? []).map(pixelOf),
  descriptor: vectorNumbers(vector).map((number) => number * SCALE),
});

const pixelOf = ({ x, y }: Point): object => ({ x: Math.round(x), y: Math.round(y) });

/** 0.99 for a good face, rising with ours. */
const confidenceOf = ({ confidence }: Face): number =>
  confidence < GOOD_CONFIDENCE
    ? (confidence / GOOD_CONFIDENCE) * USUAL_CONFIDENCE
    : 1 - ((1 - confidence) / (1 - GOOD_CONFIDENCE)) * (1 - USUAL_CONFIDENCE);
