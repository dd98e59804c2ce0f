import type { Engine, FaceSelection, Match } from '@facet/engine';
import type { ImageName } from '../../engine-failure.js';
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

export const matchPair = (
  engine: Engine,
  images: Readonly<Record<PairField, Uint8Array>>,
  query: PairQuery,
  signal: AbortSignal,
): Promise<Match> => engine.match(images.img_1, images.img_2, { ...query, signal });
