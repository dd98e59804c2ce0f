import { COMPUTED_EXTRAS, type ComputedExtra, type ExtraValues } from './analysis/face-extras.js';
import type { Attributes } from './attributes/combine-predictions.js';
import type { Box, Point, Size } from './geometry/box.js';
import type { HeadPose } from './landmarks/face-geometry.js';
import type { FrameMeasurement } from './liveness/frame.js';

/** Limits of a search for faces. The order of faces stays the same. */
export interface SearchLimits {
  /** At most this number of faces, the most prominent ones; a search for one stops as soon as it is certain. */
  readonly maxFaces?: number;
  /** The smallest width and height of a face rectangle, in pixels of the full image. */
  readonly minFaceSize?: number;
}

/** Which faces of an image a call is about. Boxes are in pixels of the full upright image. */
export type FaceSelection =
  | ({ readonly kind: 'detect' } & SearchLimits)
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[] }
  /** The whole image is one face that was cropped beforehand. */
  | { readonly kind: 'whole-image' };

/** What decoding the image of a call may cost. */
export interface CallWork {
  /** Milliseconds of a slow core, by the cost estimate; without it, what `call-limits.ts` says for the operation. */
  readonly decodeMs?: number;
  /** Shared by the two images of a call, so that large files are decoded one after the other (`pairWork`). */
  readonly decodeMutex?: SharedArrayBuffer;
}

/** What `analyse` adds to each face on request; each of them costs time. */
export type FaceExtra = ComputedExtra | 'vector' | 'spoofScore';
export const FACE_EXTRAS: readonly FaceExtra[] = [...COMPUTED_EXTRAS, 'vector', 'spoofScore'];

/**
 * What `vector` adds on request; with `enrolment`, everything that the enrolment check needs, which includes a search of
 * the whole photo for other faces.
 */
export type VectorExtra = ComputedExtra | 'enrolment';

/** What is redacted of a face: what its outline holds, or its rectangle. */
export const REDACTION_SHAPES = ['rectangle', 'outline'] as const;
export type RedactionShape = (typeof REDACTION_SHAPES)[number];

/** One face. Coordinates are in pixels of the full upright image. */
export interface Face {
  readonly box: Box;
  /** The 68 points, in the order of the specification; `LANDMARK_KEYS` names them. */
  readonly landmarks: readonly Point[];
  readonly pose: HeadPose;
  /** How sure the engine is that this is a face, 0 to 1. */
  readonly confidence: number;
}

export interface AttributedFace extends Face, Attributes, ExtraValues {
  /** As `vector` returns it. Only the first faces have one: `MAX_VECTORS`, unless the call asks for more. */
  readonly vector?: Float32Array;
  /** How much the face looks like a picture of one, 0 (live) to 1. Only the first `MAX_SPOOF_SCORES` have one. */
  readonly spoofScore?: number;
}

export type Stage = 'decode' | 'detect' | 'landmarks' | 'vector' | 'attributes' | 'redact';

/** Milliseconds spent in each stage that ran, and in the queue before. */
export type StageTimings = Readonly<Partial<Record<Stage | 'queue', number>>>;

export interface Analysis {
  /** The full upright image. */
  readonly imageSize: Size;
  /** The most prominent face first. */
  readonly faces: readonly AttributedFace[];
  readonly timings: StageTimings;
}

export interface FaceVector extends ExtraValues {
  readonly imageSize: Size;
  readonly face: Face;
  /** 128 numbers; two vectors of one model less than 0.5 apart show the same person. */
  readonly vector: Float32Array;
  /** How the vector was made: only vectors of the same model can be compared. */
  readonly model: string;
  /** How many faces the photo shows, 8 at most; only with the extra `enrolment`. */
  readonly faceCount?: number;
  readonly timings: StageTimings;
}

export interface FaceVectors {
  /** The most prominent first. */
  readonly faces: readonly FaceVector[];
  readonly timings: StageTimings;
}

export interface Match {
  /** Euclidean distance of the two vectors, 0 to 0.9. */
  readonly distance: number;
  readonly isMatch: boolean;
  readonly first: FaceVector;
  readonly second: FaceVector;
}

/** Where a face was in the previous frame: its rectangle in pixels of the full image, and how far it leans (degrees). */
export interface NearFace {
  readonly box: Box;
  readonly roll: number;
}

export interface FrameTiming {
  readonly timings: StageTimings;
}

export interface MeasuredFrame extends FrameMeasurement, FrameTiming {}

/** What was requested of a face. */
export interface FrameFaceDetails {
  readonly vector?: Float32Array;
  /** How much the face looks like a picture of one, 0 (live) to 1. */
  readonly spoofScore?: number;
}

export interface FrameFaceRequest {
  readonly withVector: boolean;
  readonly withSpoofScore: boolean;
}
