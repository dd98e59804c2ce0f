import type { Engine, FaceSelection, StageTimings } from '@facet/engine';
import type { z } from 'zod';
import type { Match } from '../faces.js';
import { badParameter } from '../../http/query.js';
import type { FaceInput } from '../../images/index.js';
import {
  EXTRAS_OF_LEVEL,
  faceRectangle,
  type FaceRectangle,
  type QualityLevel,
  requireLevel,
  statedDistance,
} from '../../faces/index.js';
import { COLLECTION_ERRORS } from './people-deps.js';
import type { MatchView } from './collections.schema.js';

export const IMAGES = [
  { field: 'img', boxes: 'bboxes', vector: 'vec', about: 'The image with the face.' },
] as const;

const RATE_DIGITS = 2;
export const rate = (value: number): number => Number(value.toPrecision(RATE_DIGITS));

export const matchView = (match: Match): z.infer<typeof MatchView> => ({
  person: match.person,
  display_name: match.displayName,
  collection: match.collection,
  distance: statedDistance(match.distance),
  false_match_rate: rate(match.falsePositiveRate),
});

/** Where the call found the face, and its vector. */
export interface OneFace {
  readonly vector: Float32Array;
  readonly rectangle: FaceRectangle | null;
  readonly timings: readonly StageTimings[];
}

/** The face of an image, or a stored vector. */
export async function faceOf(
  engine: Engine,
  img: FaceInput,
  faces: FaceSelection,
  signal: AbortSignal,
  level: QualityLevel = '0',
): Promise<OneFace> {
  if (img instanceof Float32Array) {
    requireNoBox(faces);
    return { vector: img, rectangle: null, timings: [] };
  }
  const result = await engine.vector(img, { faces, extras: EXTRAS_OF_LEVEL[level], signal });
  requireLevel(level, result, faces);
  const rectangle = faceRectangle(result.face.box, result.imageSize, faces);
  return { vector: result.vector, rectangle, timings: [result.timings] };
}

function requireNoBox(faces: FaceSelection): void {
  if (faces.kind === 'boxes') throw badParameter('bboxes', 'names a face in img, but vec was sent');
}

export const SEARCHED_ERRORS = [...COLLECTION_ERRORS, 'other-model', 'collection-memory'] as const;
