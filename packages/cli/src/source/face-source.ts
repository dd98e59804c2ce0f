import type { Box, Face, ImageAttribute, MatchDetails, MatchedFace } from '@facet/client';

/** A face as the service states it: integer pixels of the upright photo, three digits of confidence. */
export type FoundFace = Omit<Face, 'id'>;

/** Additional fields of a face, as the API names them. */
export type AttributeNames = readonly ImageAttribute[];

export interface PhotoFaces {
  readonly imageSize: { readonly width: number; readonly height: number };
  /** The most prominent first. */
  readonly faces: readonly FoundFace[];
}

/** What journals call results of this shape; another shape gets another name, so that old journals are rejected. */
export const VECTORS = 'vectors with models, or rejections';

export interface DetectedFaceWithVector {
  /** Unknown if only the most prominent face was requested. */
  readonly box?: Box;
  /** 128 numbers, each the shortest decimal of a 32-bit float. */
  readonly vector: readonly number[];
  /** The model that made it. */
  readonly model: string;
}

/** A face that the quality check rejected, if every face was requested. */
interface RejectedFace {
  readonly box: Box;
  /** The condition that it does not meet, as the service words it. */
  readonly rejected: string;
}

export type FaceResult = DetectedFaceWithVector | RejectedFace;

export const hasVector = (face: FaceResult): face is DetectedFaceWithVector => 'vector' in face;

export interface Matched {
  /** Distance of the two most prominent faces, 0 to 0.9, six digits. */
  readonly score: number;
  readonly isMatch: boolean;
  /** If requested. */
  readonly details?: MatchDetails;
  /** Every face of the second photo, nearest first, if requested. */
  readonly faces?: readonly MatchedFace[];
}

export interface MatchOptions {
  readonly details?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface FacesOptions {
  /** The maximum number of faces, the most prominent ones. */
  readonly maxFaces?: number | undefined;
  /** Only faces of at least this width and height, in pixels. */
  readonly minFaceSize?: number | undefined;
  /** Additional fields of each face. */
  readonly attributes?: AttributeNames | undefined;
  readonly signal: AbortSignal;
}

export interface VectorsOptions {
  /** The most prominent face, or each one. No face is an error for the first, an empty list for the other. */
  readonly of: 'first' | 'every';
  /** Reject a face that is too small, too dark or turned away: an error for the first, one result among others for each. */
  readonly quality?: boolean;
  /** Reject a photo that does not pass the strict check for enrolment; for the first face only. */
  readonly enrolment?: boolean;
  readonly signal: AbortSignal;
}

export interface RedactOptions {
  readonly style?: 'pixelate' | 'blur' | 'box' | undefined;
  readonly shape?: 'outline' | 'rectangle' | undefined;
  /** Only these faces. */
  readonly boxes?: readonly Box[] | undefined;
  readonly signal: AbortSignal;
}

/** A picture without metadata. */
export interface Redacted {
  readonly image: Uint8Array;
  readonly format: 'jpeg' | 'png';
  /** How many faces were redacted. */
  readonly faces: number;
}

/** Where faces come from: the engine in this process, or a server. Both give the same results. */
export interface FaceSource {
  /** The number of concurrent calls that keep it busy. */
  readonly inFlight: number;
  faces(photo: Uint8Array, options: FacesOptions): Promise<PhotoFaces>;
  vectors(photo: Uint8Array, options: VectorsOptions): Promise<readonly FaceResult[]>;
  redact(photo: Uint8Array, options: RedactOptions): Promise<Redacted>;
  match(first: Uint8Array, second: Uint8Array, options: MatchOptions): Promise<Matched>;
  close(): Promise<void>;
}
