import type {
  EnrolOptions,
  PeoplePageOptions,
  PersonFields,
  SearchOptions,
  VerifyOptions,
} from './collection-options.js';
import { InputError } from './errors.js';
import type {
  AttributesOptions,
  GivenBox,
  MatchOptions,
  PairOptions,
  RedactOptions,
  VectorOptions,
} from './face-options.js';
import type {
  CompareFacesQuery,
  EnrolFaceQuery,
  GetFaceVecQuery,
  GetImageAttrQuery,
  ListPeopleQuery,
  MatchFacesQuery,
  PutPersonJson,
  RedactQuery,
  SearchFacesQuery,
  VerifyPersonQuery,
} from './generated/api-types.js';

/** What is undefined is not sent. */
type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

type Flag = '0' | '1';
const flag = (value: boolean | undefined): Flag | undefined =>
  value === undefined ? undefined : value ? '1' : '0';
const list = (values: readonly string[] = [], separator = ','): string | undefined =>
  values.length === 0 ? undefined : values.join(separator);
const boxOf = (box: GivenBox | null | undefined): string | undefined => (box ? boxText(box) : undefined);

export function pairQuery({ boxes = [null], faceDet }: PairOptions): Sent<CompareFacesQuery> {
  const [first, second] = boxes;
  return { face_det: flag(faceDet), bboxes_1: boxOf(first), bboxes_2: boxOf(second) };
}

export const matchQuery = ({ details, all, ...options }: MatchOptions): Sent<MatchFacesQuery> => ({
  ...pairQuery(options),
  details: flag(details),
  all: flag(all),
});

export const attributesQuery = (options: AttributesOptions): Sent<GetImageAttrQuery> => ({
  face_det: flag(options.faceDet),
  bboxes: list(options.boxes?.map(boxText), '&'),
  max_faces: options.maxFaces,
  min_face_size: options.minFaceSize,
  return_attributes: list(options.returnAttributes),
});

export const redactQuery = ({ style, shape, ...options }: RedactOptions): Sent<RedactQuery> => ({
  ...attributesQuery(options),
  style,
  shape,
});

export const vectorQuery = (options: VectorOptions): Sent<GetFaceVecQuery> => ({
  face_det: flag(options.faceDet),
  bboxes: boxOf(options.box),
  quality: options.quality === 'enrolment' ? '2' : flag(options.quality),
  return_attributes: list(options.returnAttributes),
});

export const verifyQuery = ({ box, faceDet }: VerifyOptions): Sent<VerifyPersonQuery> =>
  vectorQuery({ box, faceDet });

export const enrolQuery = ({ box, faceDet, quality }: EnrolOptions): Sent<EnrolFaceQuery> =>
  vectorQuery({ box, faceDet, quality });

export const searchQuery = (options: SearchOptions): Sent<SearchFacesQuery> => ({
  ...verifyQuery(options),
  all: options.all === true ? '1' : undefined,
  max_results: options.maxResults,
  threshold: options.threshold,
  also: list(options.also),
});

export const pageQuery = ({ prefix, after, limit }: PeoplePageOptions): Sent<ListPeopleQuery> => ({
  prefix,
  after,
  limit,
});

export function personBody({ displayName, metadata, consent, expiresAt }: PersonFields): Sent<PutPersonJson> {
  if (expiresAt instanceof Date && Number.isNaN(expiresAt.getTime()))
    throw new InputError('expiresAt is not a valid date.');
  const expires = expiresAt instanceof Date ? expiresAt.toISOString() : expiresAt;
  return { display_name: displayName, metadata, consent, expires_at: expires };
}

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
