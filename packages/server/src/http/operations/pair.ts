import {
  bothImages,
  type Engine,
  type FaceSelection,
  type FaceVector,
  type StageTimings,
} from '@facet/engine';
import type { ImageName } from '../../engine-failure.js';
import type { FaceInput } from '../../input/read-images.js';
import { faceDet, oneFace, singleBox } from './face-selection.js';

export type PairField = 'img_1' | 'img_2';

/** Two images of which one face each is compared; what Face Match and Face Compare share. */
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
  /** Where it was found; null for a stored vector. */
  readonly seen: FaceVector | null;
}

/** Finds the two faces that are to be compared. A stored vector takes the place of an image. */
export async function facesOfPair(
  engine: Engine,
  inputs: Readonly<Record<PairField, FaceInput>>,
  { firstFaces, secondFaces }: PairQuery,
  ends: AbortSignal,
): Promise<[PairFace, PairFace]> {
  const face =
    (input: FaceInput, faces: FaceSelection) =>
    async (signal: AbortSignal): Promise<PairFace> => {
      if (input instanceof Float32Array) return { vector: input, seen: null };
      const seen = await engine.vector(input, { faces, signal });
      return { vector: seen.vector, seen };
    };
  return bothImages(face(inputs.img_1, firstFaces), face(inputs.img_2, secondFaces), ends);
}

export const timingsOf = (faces: readonly PairFace[]): StageTimings[] =>
  faces.flatMap(({ seen }) => (seen === null ? [] : [seen.timings]));
