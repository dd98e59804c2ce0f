import type {
  CompareFacesResponse,
  FaceAttributes,
  FaceLandmarks,
  GetFaceVecResponse,
  GetImageAttrResponse,
  ImageAttributes,
  LandmarkPoint,
  MatchFacesResponse,
  VectorAttributes,
} from './generated/api-types.js';
import type { LimitStatus } from './response-headers.js';
import type { Box } from './box.js';

export type AgeRange = FaceAttributes['age'];
export type Gender = FaceAttributes['gender'];
export type LandmarkName = keyof FaceLandmarks;
export type { LandmarkPoint };

/** What comes with every result. */
export interface ResultMeta {
  /** Names the request in the log of the service. */
  readonly requestId?: string;
  /** The model that made the vectors behind the result, where the operation uses any. */
  readonly model?: string;
  /** 1 when the first attempt succeeded. */
  readonly attempts: number;
  readonly rateLimit?: LimitStatus;
  readonly quota?: LimitStatus;
}

/** What a distance means. */
export interface JudgedDistance {
  readonly distance: number;
  /** Below this distance it is a match. */
  readonly threshold: number;
  /** Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9. Above 60 it is a match. */
  readonly similarity: number;
  /** The share of pairs of different people that are at least as near. */
  readonly falseMatchRate: number;
}

export interface MatchDetails extends JudgedDistance {
  /** The faces in the first and the second image; undefined for a stored vector. */
  readonly boxes: readonly [first: Box | undefined, second: Box | undefined];
}

/** One face of the second image. */
export interface MatchedFace {
  readonly score: number;
  readonly isMatch: boolean;
  readonly box: Box;
  /** With `details`. */
  readonly details?: JudgedDistance;
}

export interface MatchResult {
  /** Euclidean distance of the two faces, 0 to 0.9. */
  readonly score: number;
  /** The verdict of the service: the score is below 0.5. */
  readonly isMatch: boolean;
  /** With `details`. */
  readonly details?: MatchDetails;
  /** With `all`: every face of the second image (the 12 most prominent at most), the nearest first. `score` and `isMatch` are those of the nearest. */
  readonly faces?: readonly MatchedFace[];
  readonly meta: ResultMeta;
  /** The unchanged response. */
  readonly raw: MatchFacesResponse;
}

export interface CompareResult {
  /** How sure it is that both show the same person, 0 to 1. */
  readonly confidence: number;
  /** The confidence is above 0.6. */
  readonly isMatch: boolean;
  readonly meta: ResultMeta;
  readonly raw: CompareFacesResponse;
}

export interface Face extends ImageAttributes {
  /** The key of the face in the response, such as `face_id_0`. */
  readonly id: `face_id_${number}`;
  /** May be given as a box to any call. */
  readonly box: Box;
  readonly age: AgeRange;
  readonly gender: Gender;
  readonly genderConfidence: number;
  /** All 68 points by name, in pixels of the upright image. */
  readonly landmarks: Readonly<Record<LandmarkName, LandmarkPoint>>;
}

export interface AttributesResult {
  /** By prominence, or in the order of the given boxes. */
  readonly faces: readonly Face[];
  readonly imageSize: { readonly width: number; readonly height: number };
  readonly meta: ResultMeta;
  readonly raw: GetImageAttrResponse;
}

export interface RedactResult {
  /** The redacted picture, without metadata. */
  readonly image: Blob;
  /** PNG for a PNG, otherwise JPEG. */
  readonly type: 'image/jpeg' | 'image/png';
  /** How many faces were redacted. */
  readonly faces: number;
  readonly meta: ResultMeta;
}

export interface VectorResult extends VectorAttributes {
  /** The 128 numbers of the face. Pass the result itself to the `Gallery` of `@facet/gallery`: it also needs the model. */
  readonly vector: readonly number[];
  /** The model that made the vector; only vectors of the same model can be compared. */
  readonly model: string;
  readonly meta: ResultMeta;
  readonly raw: GetFaceVecResponse;
}
