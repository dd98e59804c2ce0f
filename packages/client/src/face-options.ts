import type {
  CompareFacesQuery,
  GetFaceVecQuery,
  GetImageAttrQuery,
  MatchFacesQuery,
  RedactQuery,
} from './api-types.js';
import { InputError } from './errors.js';
import type { ImageAttribute, VectorAttribute } from './read-attributes.js';

/** x1, y1, x2, y2 in pixels of the upright image, such as the `box` of a face. */
export type Box = readonly [x1: number, y1: number, x2: number, y2: number];

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
  /** Additional fields of each face. `vector` takes the most time, and only the first 8 faces have one. */
  readonly returnAttributes?: readonly ImageAttribute[] | undefined;
  /** Only these faces, in this order. */
  readonly boxes?: readonly GivenBox[] | undefined;
  /** The maximum number of faces (1 to 40), the most prominent ones; 1 makes the call faster. Given boxes are not limited. */
  readonly maxFaces?: number | undefined;
  /** Only faces whose box has at least this width and height, in pixels. Given boxes are not limited. */
  readonly minFaceSize?: number | undefined;
}

export interface RedactOptions extends CallOptions {
  /** Large squares, a strong blur, or a black area. Default: `pixelate`. */
  readonly style?: NonNullable<RedactQuery['style']> | undefined;
  /** The rectangle of the face, or only what its outline holds. Default: `rectangle`. */
  readonly shape?: NonNullable<RedactQuery['shape']> | undefined;
  /** Only these faces. */
  readonly boxes?: readonly GivenBox[] | undefined;
  /** The maximum number of faces (1 to 40), the most prominent ones. Given boxes are not limited. */
  readonly maxFaces?: number | undefined;
  /** Only faces whose box has at least this width and height, in pixels. Given boxes are not limited. */
  readonly minFaceSize?: number | undefined;
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

type Flag = '0' | '1';
const flag = (value: boolean): Flag => (value ? '1' : '0');

const faceDetOf = ({ faceDet }: CallOptions): { face_det?: Flag } =>
  faceDet === undefined ? {} : { face_det: flag(faceDet) };

export function pairQuery(options: PairOptions): CompareFacesQuery {
  const [first, second] = options.boxes ?? [];
  return {
    ...faceDetOf(options),
    ...(first && { bboxes_1: boxText(first) }),
    ...(second && { bboxes_2: boxText(second) }),
  };
}

export function matchQuery(options: MatchOptions): MatchFacesQuery {
  const { details, all } = options;
  return {
    ...pairQuery(options),
    ...(details !== undefined && { details: flag(details) }),
    ...(all !== undefined && { all: flag(all) }),
  };
}

export function attributesQuery(options: AttributesOptions): GetImageAttrQuery {
  const { boxes = [], maxFaces, minFaceSize } = options;
  return {
    ...faceDetOf(options),
    ...(boxes.length > 0 && { bboxes: boxes.map(boxText).join('&') }),
    ...(maxFaces !== undefined && { max_faces: maxFaces }),
    ...(minFaceSize !== undefined && { min_face_size: minFaceSize }),
    ...returnAttributesOf(options),
  };
}

export function redactQuery(options: RedactOptions): RedactQuery {
  const { style, shape } = options;
  return {
    ...attributesQuery({ ...options, returnAttributes: [] }),
    ...(style !== undefined && { style }),
    ...(shape !== undefined && { shape }),
  };
}

export function vectorQuery(options: VectorOptions): GetFaceVecQuery {
  const { box, quality } = options;
  return {
    ...faceDetOf(options),
    ...(box && { bboxes: boxText(box) }),
    ...(quality !== undefined && { quality: quality === 'enrolment' ? '2' : flag(quality) }),
    ...returnAttributesOf(options),
  };
}

const returnAttributesOf = ({
  returnAttributes = [],
}: {
  readonly returnAttributes?: readonly string[] | undefined;
}): { return_attributes?: string } =>
  returnAttributes.length > 0 ? { return_attributes: returnAttributes.join(',') } : {};

/** The service takes plain decimals only, no exponents. */
function boxText(box: GivenBox): string {
  const sides = sidesOf(box);
  if (sides.length !== 4 || !sides.every((side) => Number.isFinite(side))) {
    throw new InputError(`A box is four numbers, x1, y1, x2, y2, but is ${JSON.stringify(box)}.`);
  }
  return sides.map((side) => (Number.isInteger(side) ? String(side) : side.toFixed(3))).join(',');
}

/** Callers without types pass anything. */
function sidesOf(box: GivenBox): readonly number[] {
  if (typeof box !== 'object' || (box as unknown) === null) return [];
  return 'x1' in box ? [box.x1, box.y1, box.x2, box.y2] : box;
}
