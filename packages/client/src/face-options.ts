import type { Box } from './box.js';
import type { RedactQuery } from './generated/api-types.js';
import type { ImageAttribute, VectorAttribute } from './read-attributes.js';

/** A box as calls take it: one of a result, or that of a face which `@facet/browser` found. */
export type GivenBox =
  Box | { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

/** For every request. */
export interface RequestOptions {
  /** Ends the call, also while it waits for a retry. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the call, retries included. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
}

/** For every call with an image. */
export interface CallOptions extends RequestOptions {
  /** `false`: faces are not searched for; without a box, the entire image is one face. Default: true. */
  readonly faceDet?: boolean | undefined;
}

export interface PairOptions extends CallOptions {
  /** The faces to use in the first and the second image. Without: the most prominent. */
  readonly boxes?: readonly [first: GivenBox | null | undefined, second?: GivenBox | null] | undefined;
}

export interface MatchOptions extends PairOptions {
  /** Also the boxes of both faces, and what the distance means. */
  readonly details?: boolean | undefined;
  /** Also every face of the second image (the 12 most prominent at most), the nearest first. Not with a box or a vector for the second face. */
  readonly all?: boolean | undefined;
}

export interface AttributesOptions extends CallOptions {
  /** Additional fields of each face. `vector` takes the most time, and only the first 8 faces have one unless `maxFaces` asks for more, as several calls. */
  readonly returnAttributes?: readonly ImageAttribute[] | undefined;
  /** Only these faces, in this order. */
  readonly boxes?: readonly GivenBox[] | undefined;
  /** The maximum number of faces (1 to 40), the most prominent ones; 1 makes the call faster. Given boxes are not limited. */
  readonly maxFaces?: number | undefined;
  /** Only faces whose box has at least this width and height, in pixels. Given boxes are not limited. */
  readonly minFaceSize?: number | undefined;
}

export interface RedactOptions extends Omit<AttributesOptions, 'returnAttributes'> {
  /** Large squares, a strong blur, or a black area. Default: `pixelate`. */
  readonly style?: NonNullable<RedactQuery['style']> | undefined;
  /** The rectangle of the face, or only what its outline holds. Default: `rectangle`. */
  readonly shape?: NonNullable<RedactQuery['shape']> | undefined;
}

export interface VectorOptions extends CallOptions {
  /** The face to use. Without: the most prominent. */
  readonly box?: GivenBox | null | undefined;
  /**
   * `true`: a vector only for a face that is large, bright and frontal enough; else a `QualityError`.
   * `'enrolment'`: only for a photo that passes the strict check for enrolment; else an `EnrolmentError`.
   */
  readonly quality?: boolean | 'enrolment' | undefined;
  /** Additional fields beside the vector. */
  readonly returnAttributes?: readonly VectorAttribute[] | undefined;
}
