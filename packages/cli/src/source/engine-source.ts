import { readAttributes } from '@facet/client/responses';
import type { Box, JudgedDistance } from '@facet/client';
import {
  bothImages,
  distance,
  EngineError,
  failedGates,
  failedRules,
  openEngine,
  requested,
  ruleText,
  VECTOR_MODEL,
  vectorNumbers,
  type Engine,
  type EngineOptions,
  type FaceSelection,
  type FaceVector,
} from '@facet/engine';
import {
  attributes as wireAttributes,
  extrasFor,
  faceRectangle,
  isMatch,
  judged,
  statedDistance,
} from '@facet/server/results';
import { everyVector } from './every-vector.js';
import type {
  FacesOptions,
  FaceSource,
  Matched,
  MatchOptions,
  PhotoFaces,
  DetectedFaceWithVector,
  VectorsOptions,
} from './face-source.js';
import { PhotoError } from './photo-error.js';

interface EngineSourceOptions extends EngineOptions {
  readonly workers: number;
}

/**
 * A call for several faces may normally use half of what decoding may cost, so that a service responds in time. Here, each
 * photo may use all of it; a call cannot raise the decoder's own limits.
 */
const WHOLE_DECODE = { decodeMs: Infinity };

interface AnalyseOptions extends FacesOptions {
  readonly boxes?: readonly Box[] | undefined;
  readonly work?: typeof WHOLE_DECODE;
}

/** While one photo of each worker is analysed, the next one is read. */
const CALLS_PER_WORKER = 2;

export async function openEngineSource(engineOptions: EngineSourceOptions): Promise<FaceSource> {
  const engine = await openEngine(engineOptions);
  return {
    inFlight: CALLS_PER_WORKER * engineOptions.workers,
    faces: (photo, options) => facesOf(engine, photo, options),
    vectors: (photo, options) =>
      options.of === 'first'
        ? firstVector(engine, photo, options)
        : everyVector(options.quality === true, async (attributes, boxes) => ({
            ...(await facesOf(engine, photo, {
              attributes,
              boxes,
              signal: options.signal,
              work: WHOLE_DECODE,
            })),
            model: VECTOR_MODEL,
          })),
    redact: (photo, { boxes, ...options }) =>
      engine.redact(photo, { ...options, faces: selectionOf({ boxes }), work: WHOLE_DECODE }),
    match: (first, second, options) => matchOn(engine, first, second, options),
    close: () => engine.close(),
  };
}

/** The faces in the service's response format, read by the client's own code: both sources give the same results. */
async function facesOf(engine: Engine, photo: Uint8Array, options: AnalyseOptions): Promise<PhotoFaces> {
  const { maxFaces, minFaceSize, boxes, attributes: names = [], signal, work } = options;
  const selection = selectionOf({ maxFaces, minFaceSize, boxes });
  const wanted = new Set(names);
  const extras = extrasFor(wanted);
  const analysis = await engine.analyse(photo, { faces: selection, extras, signal, ...(work && { work }) });
  const data = { attributes: wireAttributes(analysis, selection, wanted) };
  const { imageSize, faces } = readAttributes({ httpStatus: 200, headers: {}, body: { data } });
  return { imageSize, faces };
}

const selectionOf = ({
  maxFaces,
  minFaceSize,
  boxes,
}: Pick<AnalyseOptions, 'maxFaces' | 'minFaceSize' | 'boxes'>): FaceSelection =>
  boxes === undefined
    ? {
        kind: 'detect',
        ...(maxFaces !== undefined && { maxFaces }),
        ...(minFaceSize !== undefined && { minFaceSize }),
      }
    : { kind: 'boxes', boxes: boxes.map(([x1, y1, x2, y2]) => ({ x1, y1, x2, y2 })) };

async function firstVector(
  engine: Engine,
  photo: Uint8Array,
  { quality, enrolment, signal }: VectorsOptions,
): Promise<DetectedFaceWithVector[]> {
  const extras =
    enrolment === true ? (['enrolment'] as const) : quality === true ? (['quality'] as const) : [];
  const found = await engine.vector(photo, { extras, signal });
  if (enrolment === true) requireEnrolment(found);
  else if (quality === true) requireQuality(found);
  return [{ vector: vectorNumbers(found.vector), model: found.model }];
}

function requireQuality(found: FaceVector): void {
  const failed = failedCondition(found);
  if (failed !== undefined) throw new PhotoError('quality', failed);
}

/** The message of the first condition that a face does not meet; undefined for a good one. */
const failedCondition = (found: FaceVector): string | undefined =>
  failedGates(shorterSide(found), requested(found.quality))[0]?.error;

function requireEnrolment(found: FaceVector): void {
  const failed = failedRules(found, shorterSide(found));
  if (failed.length === 0) return;
  throw new PhotoError(
    'enrolment',
    `The photo does not pass the enrolment check: ${failed.map(ruleText).join(', ')}.`,
  );
}

function shorterSide(found: FaceVector): number {
  const [x1, y1, x2, y2] = boxOf(found);
  return Math.min(x2 - x1, y2 - y1);
}

const boxOf = ({ face, imageSize }: FaceVector): Box =>
  faceRectangle(face.box, imageSize, { kind: 'detect' });

/** Compares two photos by the service's rules. */
async function matchOn(
  engine: Engine,
  first: Uint8Array,
  second: Uint8Array,
  { details, all, signal: outer }: MatchOptions,
): Promise<Matched> {
  const [one, others] = await bothImages(
    (signal) => engine.vector(first, { signal }),
    (signal) => (all === true ? everyFace(engine, second, signal) : firstFace(engine, second, signal)),
    outer,
  );
  const faces = others
    .map((other) => ({ other, score: statedDistance(distance(one.vector, other.vector)) }))
    .sort((a, b) => a.score - b.score)
    .map(({ other, score }) => ({
      ...verdictOf(score),
      box: boxOf(other),
      ...(details === true && { details: judgedOf(score) }),
    }));
  const [nearest] = faces;
  if (nearest === undefined) throw new EngineError('no-face', { image: 2 });
  return {
    ...verdictOf(nearest.score),
    ...(details === true && {
      details: { ...judgedOf(nearest.score), boxes: [boxOf(one), nearest.box] as const },
    }),
    ...(all === true && { faces }),
  };
}

const firstFace = async (engine: Engine, photo: Uint8Array, signal: AbortSignal): Promise<FaceVector[]> => [
  await engine.vector(photo, { signal }),
];

async function everyFace(
  engine: Engine,
  photo: Uint8Array,
  signal: AbortSignal,
): Promise<readonly FaceVector[]> {
  const { faces } = await engine.vectors(photo, { signal, work: WHOLE_DECODE });
  if (faces.length === 0) throw new EngineError('no-face');
  return faces;
}

const verdictOf = (score: number): Pick<Matched, 'score' | 'isMatch'> => ({ score, isMatch: isMatch(score) });

function judgedOf(score: number): JudgedDistance {
  const { false_match_rate: falseMatchRate, ...others } = judged(score);
  return { ...others, falseMatchRate };
}
