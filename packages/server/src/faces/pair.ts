import {
  bothImages,
  EngineError,
  pairWork,
  QUARTER_DECODE_MS,
  type Box,
  type CallWork,
  type Engine,
  type FaceSelection,
  type FaceVector,
  type ImageInput,
  type StageTimings,
  type VectorOptions,
} from '@facet/engine';
import type { FaceInput } from '../images/index.js';
import type { AnalysedImage } from './analysis-route.js';
import { faceDet, oneFace, singleBox } from './face-selection.js';

export type PairField = 'img_1' | 'img_2';

/** Two images with one face each to compare; shared by Face Match and Face Compare. */
export const PAIR_IMAGES = [
  { field: 'img_1', boxes: 'bboxes_1', about: 'The image of the first person.' },
  { field: 'img_2', boxes: 'bboxes_2', about: 'The image of the second person.' },
] as const satisfies readonly AnalysedImage[];

export const PAIR_QUERY = { bboxes_1: singleBox('img_1'), bboxes_2: singleBox('img_2'), face_det: faceDet };

/** The faces to compare. */
export interface PairFaces {
  readonly firstFaces: FaceSelection;
  readonly secondFaces: FaceSelection;
  /** Of all faces that are compared. */
  readonly extras?: readonly 'quality'[];
}

interface PairQuery {
  readonly bboxes_1: Box | undefined;
  readonly bboxes_2: Box | undefined;
  readonly face_det: boolean;
}

export const pairFaces = ({ bboxes_1, bboxes_2, face_det }: PairQuery): PairFaces => ({
  firstFaces: oneFace(bboxes_1, face_det),
  secondFaces: oneFace(bboxes_2, face_det),
});

/** One of two faces that are compared. */
export interface PairFace {
  readonly vector: Float32Array;
  /** The engine's result; null for a stored vector. */
  readonly result: FaceVector | null;
}

/** A face that was found in an image. */
export interface DetectedFace extends PairFace {
  readonly result: FaceVector;
}

/** An input of a pair once all its images are decoded. */
type ReadyInput = ImageInput | Float32Array;

/**
 * Decodes both images before either is analysed: a call with a broken image does not count, so it must not get the analysis
 * of the other one. Beside a stored vector there is nothing to wait for.
 */
async function decodedPair(
  engine: Engine,
  { img_1, img_2 }: Readonly<Record<PairField, FaceInput>>,
  { firstFaces, secondFaces }: PairFaces,
  { signal, work }: { readonly signal: AbortSignal; readonly work: CallWork },
): Promise<[ReadyInput, ReadyInput]> {
  if (img_1 instanceof Float32Array || img_2 instanceof Float32Array) return [img_1, img_2];
  return bothImages(
    (own) => engine.decode(img_1, { faces: firstFaces, signal: own, work }),
    (own) => engine.decode(img_2, { faces: secondFaces, signal: own, work }),
    signal,
  );
}

/** Finds the two faces to compare. A stored vector may replace an image. */
export async function facesOfPair(
  engine: Engine,
  inputs: Readonly<Record<PairField, FaceInput>>,
  query: PairFaces,
  signal: AbortSignal,
): Promise<[PairFace, PairFace]> {
  const [one, other] = await decodedPair(engine, inputs, query, { signal, work: pairWork() });
  return bothImages(
    (own) => oneOf(engine, one, { faces: query.firstFaces, signal: own }),
    (own) => oneOf(engine, other, { faces: query.secondFaces, signal: own }),
    signal,
  );
}

/** The face of the first image, and every face of the second. */
export async function faceAndAllFaces(
  engine: Engine,
  inputs: { readonly img_1: FaceInput; readonly img_2: Uint8Array },
  query: PairFaces,
  signal: AbortSignal,
): Promise<[PairFace, DetectedFace[]]> {
  const { firstFaces, secondFaces, extras = [] } = query;
  const work = pairWork(QUARTER_DECODE_MS);
  const [one, other] = await decodedPair(engine, inputs, query, { signal, work });
  if (other instanceof Float32Array) throw new Error('There is no second image.');
  const every = async (own: AbortSignal): Promise<DetectedFace[]> => {
    // Without detection, the whole image is one face.
    if (secondFaces.kind !== 'detect')
      return [await findFace(engine, other, { faces: secondFaces, extras, signal: own })];
    const { faces, timings } = await engine.vectors(other, { extras, signal: own });
    if (faces.length === 0) throw new EngineError('no-face');
    // The timings are those of the whole image and counted once.
    return faces.map((face, n) => ({
      vector: face.vector,
      result: { ...face, timings: n === 0 ? timings : {} },
    }));
  };
  return bothImages((own) => oneOf(engine, one, { faces: firstFaces, extras, signal: own }), every, signal);
}

const oneOf = async (engine: Engine, input: ReadyInput, options: VectorOptions): Promise<PairFace> =>
  input instanceof Float32Array ? { vector: input, result: null } : findFace(engine, input, options);

async function findFace(engine: Engine, image: ImageInput, options: VectorOptions): Promise<DetectedFace> {
  const result = await engine.vector(image, options);
  return { vector: result.vector, result };
}

export const timingsOf = (faces: readonly PairFace[]): StageTimings[] =>
  faces.flatMap(({ result }) => (result === null ? [] : [result.timings]));
