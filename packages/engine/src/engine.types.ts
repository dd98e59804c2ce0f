import { COMPUTED_EXTRAS, type ComputedExtra, type ExtraValues } from './analysis/face-extras.js';
import type { Attributes } from './attributes/combine-predictions.js';
import type { Box, Point, Size } from './geometry/box.js';
import type { Photo } from './image/pixels.js';
import type { RedactionStyle } from './image/redact-pixels.js';
import type { HeadPose } from './landmarks/face-geometry.js';
import type { FrameFace, FrameMeasurement } from './liveness/frame.js';
import type { Quality } from './quality/quality.js';

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

export interface CallOptions {
  /** Default: detect. A vector uses the first box only. */
  readonly faces?: FaceSelection;
  /** Cancels the call: a waiting one leaves the queue at once, a running one fails when its worker has stopped. */
  readonly signal?: AbortSignal;
  /** The limit of pixels (width times height) for this call, if it is lower than that of the engine. */
  readonly maxPixels?: number;
  readonly work?: CallWork;
}

/** What a call may cost; without it, `CALL_BUDGET`. */
export interface CallWork {
  /** Milliseconds of a slow core for the whole call, by fixed costs of its steps. Faces beyond it are left out. */
  readonly budget?: number;
  /** Of these, what decoding the image may cost, if that is less than the budget leaves for it. */
  readonly decodeMs?: number;
  /** Shared by the two images of a call, so that large files are decoded one after the other (`pairWork`). */
  readonly decodeMutex?: SharedArrayBuffer;
}

/** A photo that is decoded but not analysed. Its pixels move to the worker that analyses it, so that it can be used once. */
export interface DecodedPhoto {
  readonly photo: Photo;
  readonly timings: StageTimings;
}

export type ImageInput = Uint8Array | DecodedPhoto;

/** What `analyse` adds to each face on request; each of them costs time. */
export type FaceExtra = ComputedExtra | 'vector' | 'spoofScore';
export const FACE_EXTRAS: readonly FaceExtra[] = [...COMPUTED_EXTRAS, 'vector', 'spoofScore'];

export interface AnalyseOptions extends CallOptions {
  readonly extras?: readonly FaceExtra[];
}

/**
 * What `vector` adds on request; with `enrolment`, everything that the enrolment check needs, which includes a search of
 * the whole photo for other faces.
 */
export type VectorExtra = ComputedExtra | 'enrolment';

export interface VectorOptions extends CallOptions {
  readonly extras?: readonly VectorExtra[];
}

export interface VectorsOptions extends Omit<CallOptions, 'faces'> {
  /** At most this number of faces, the most prominent ones. */
  readonly maxFaces?: number;
}

/** What is redacted of a face: what its outline holds, or its rectangle. */
export const REDACTION_SHAPES = ['outline', 'rectangle'] as const;
export type RedactionShape = (typeof REDACTION_SHAPES)[number];

export interface RedactOptions extends CallOptions {
  /** Default: pixelate. */
  readonly style?: RedactionStyle | undefined;
  /** Default: outline. */
  readonly shape?: RedactionShape | undefined;
}

/** A photo whose faces cannot be recognised. */
export interface RedactedPhoto {
  /** The upright picture at full size without metadata. */
  readonly image: Uint8Array;
  /** PNG for a PNG, otherwise JPEG. */
  readonly format: 'jpeg' | 'png';
  /** How many faces were redacted. */
  readonly faces: number;
  readonly timings: StageTimings;
}

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
  /** As `vector` returns it. Only the first faces of an image have one: at most `MAX_VECTORS`, fewer in a crowd. */
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
  readonly quality: Quality;
  /** How many faces the photo shows, 8 at most; only with the extra `enrolment`. */
  readonly faceCount?: number;
  /** How much of its budget the call had used by then. */
  readonly work: number;
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

export interface MatchOptions {
  readonly firstFaces?: FaceSelection;
  readonly secondFaces?: FaceSelection;
  readonly signal?: AbortSignal;
  readonly maxPixels?: number;
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

export interface FrameOptions extends Omit<CallOptions, 'faces'> {
  /** The face to follow, if it is probably still near the same place. */
  readonly near?: NearFace;
}

/** What was requested of a face. */
export interface FrameFaceDetails {
  readonly vector?: Float32Array;
  /** How much the face looks like a picture of one, 0 (live) to 1. */
  readonly spoofScore?: number;
}

export interface FrameFaceOptions extends Omit<CallOptions, 'faces'> {
  readonly face: Pick<FrameFace, 'box' | 'fivePoints'>;
  readonly withVector: boolean;
  readonly withSpoofScore: boolean;
}

/** How busy the engine is now. */
export interface EngineLoad {
  readonly workers: number;
  readonly running: number;
  readonly waiting: number;
  /** Workers that are still busy although their caller cancelled a while ago; they will soon be free or replaced. */
  readonly overdue: number;
  /** No worker can be started any more: every call fails until the engine is opened again. */
  readonly broken: boolean;
}

export interface Engine {
  /** Every face (up to `MAX_FACES`) with its landmarks, pose, age range and gender. No face is an empty list. */
  analyse(image: ImageInput, options?: AnalyseOptions): Promise<Analysis>;
  /** Decodes the image and checks the boxes, so that the images of a call can be rejected before any of them is analysed. */
  decode(image: Uint8Array, options?: CallOptions): Promise<DecodedPhoto>;
  /** The vector of the first face. No face is the error `no-face`. */
  vector(image: ImageInput, options?: VectorOptions): Promise<FaceVector>;
  /** The vectors of all faces that the call's budget allows (up to `MAX_FACES`), the most prominent first. No face is an empty list. */
  vectors(image: ImageInput, options?: VectorsOptions): Promise<FaceVectors>;
  /** The distance of the first faces of two images. An error's details say in `image` which one it is about (1 or 2). */
  match(first: Uint8Array, second: Uint8Array, options?: MatchOptions): Promise<Match>;
  /** The face of one frame of a liveness check. */
  measureFrame(image: Uint8Array, options?: FrameOptions): Promise<MeasuredFrame>;
  /** The vector and the spoof score of a face that `measureFrame` measured in the same frame. */
  describeFrameFace(image: Uint8Array, options: FrameFaceOptions): Promise<FrameFaceDetails & FrameTiming>;
  /** The photo with its faces made unrecognisable (up to `MAX_FACES`). A photo without a face comes back without metadata. */
  redact(image: Uint8Array, options?: RedactOptions): Promise<RedactedPhoto>;
  load(): EngineLoad;
  /** Finishes running calls, rejects waiting ones, and ends the workers. */
  close(): Promise<void>;
}
