import {
  bothImages,
  CALL_BUDGET,
  EngineError,
  MAX_COMPARED,
  PAIR_BUDGET,
  TWO_IMAGES_BUDGET,
  pairWork,
  type CallOptions,
  type Engine,
  type FaceSelection,
  type FaceVector,
  type ImageInput,
  type StageTimings,
} from '@facet/engine';
import type { ImageName } from '../../results/engine-failure.js';
import type { FaceInput } from '../../input/read-images.js';
import { faceDet, oneFace, singleBox } from './face-selection.js';

export type PairField = 'img_1' | 'img_2';

/** Two images with one face each to compare; shared by Face Match and Face Compare. */
export const PAIR_IMAGES = [
  { field: 'img_1', boxes: 'bboxes_1' },
  { field: 'img_2', boxes: 'bboxes_2' },
] as const satisfies readonly ImageName[];

export const PAIR_FIELDS = {
  img_1: 'The image of the first person.',
  img_2: 'The image of the second person.',
};

export const PAIR_QUERY = { bboxes_1: singleBox('img_1'), bboxes_2: singleBox('img_2'), face_det: faceDet };

export interface PairQuery {
  readonly firstFaces: FaceSelection;
  readonly secondFaces: FaceSelection;
}

export const parsePairQuery = (rawQuery: string): PairQuery => ({
  firstFaces: oneFace(rawQuery, 'bboxes_1'),
  secondFaces: oneFace(rawQuery, 'bboxes_2'),
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
  { firstFaces, secondFaces }: PairQuery,
  signal: AbortSignal,
): Promise<[ReadyInput, ReadyInput]> {
  if (img_1 instanceof Float32Array || img_2 instanceof Float32Array) return [img_1, img_2];
  const work = pairWork();
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
  query: PairQuery,
  signal: AbortSignal,
): Promise<[PairFace, PairFace]> {
  const [one, other] = await decodedPair(engine, inputs, query, signal);
  // Beside a stored vector, an image has the whole budget of a call.
  const isOneImage = one instanceof Float32Array || other instanceof Float32Array;
  const work = isOneImage ? {} : { work: { budget: PAIR_BUDGET } };
  return bothImages(
    (own) => oneOf(engine, one, { faces: query.firstFaces, signal: own, ...work }),
    (own) => oneOf(engine, other, { faces: query.secondFaces, signal: own, ...work }),
    signal,
  );
}

/**
 * The face of the first image, and every face of the second. One after the other: what the first leaves of the call's
 * budget decides how many faces of the second can be compared.
 */
export async function faceAndAllFaces(
  engine: Engine,
  inputs: { readonly img_1: FaceInput; readonly img_2: Uint8Array },
  query: PairQuery,
  signal: AbortSignal,
): Promise<[PairFace, DetectedFace[]]> {
  const { firstFaces, secondFaces } = query;
  const [one, other] = await decodedPair(engine, inputs, query, signal);
  if (other instanceof Float32Array) throw new Error('There is no second image.');
  const every = async (own: AbortSignal, left: number): Promise<DetectedFace[]> => {
    const work = { budget: left };
    // Without detection, the whole image is one face.
    if (secondFaces.kind !== 'detect')
      return [await findFace(engine, other, { faces: secondFaces, signal: own, work })];
    const { faces, timings } = await engine.vectors(other, { maxFaces: MAX_COMPARED, signal: own, work });
    if (faces.length === 0) throw new EngineError('no-face');
    // The timings are those of the whole image and counted once.
    return faces.map((face, n) => ({
      vector: face.vector,
      result: { ...face, timings: n === 0 ? timings : {} },
    }));
  };
  let first: Promise<PairFace> | undefined;
  return bothImages(
    (own) => {
      first = oneOf(engine, one, { faces: firstFaces, signal: own, work: { budget: PAIR_BUDGET } });
      return first;
    },
    // If the first image fails, the first promise rejects before this one does, and its error is reported.
    async (own) => every(own, leftBy((await first)?.result)),
    signal,
  );
}

/** A stored vector costs nothing. */
const leftBy = (first: PairFace['result'] | undefined): number =>
  first ? TWO_IMAGES_BUDGET - first.work : CALL_BUDGET;

const oneOf = async (engine: Engine, input: ReadyInput, options: CallOptions): Promise<PairFace> =>
  input instanceof Float32Array ? { vector: input, result: null } : findFace(engine, input, options);

async function findFace(engine: Engine, image: ImageInput, options: CallOptions): Promise<DetectedFace> {
  const result = await engine.vector(image, options);
  return { vector: result.vector, result };
}

export const timingsOf = (faces: readonly PairFace[]): StageTimings[] =>
  faces.flatMap(({ result }) => (result === null ? [] : [result.timings]));
