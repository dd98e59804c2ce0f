import type {
  Expression,
  FaceAttributes,
  GetFaceVecResponse,
  ImageAttributes,
  VectorAttributes,
} from './generated/api-types.js';
import { DATA, FaceAttributes as FACE, FaceExpression, FaceLandmarks } from './generated/api-values.js';
import type { LandmarkName } from './results.js';
import { fieldNames, isRecord, type Shape } from './shape.js';

/** The fields that a response has only on request. */
type Requested<Wire> = {
  [Name in keyof Wire]-?: Pick<Wire, Name> extends Required<Pick<Wire, Name>> ? never : Name;
}[keyof Wire];
export type ImageAttribute = Requested<FaceAttributes>;
export type VectorAttribute = Requested<GetFaceVecResponse['data']>;

export const IMAGE_ATTRIBUTES = Object.keys(FACE.optional ?? {}) as readonly ImageAttribute[];
const VECTOR_ATTRIBUTES = Object.keys(DATA.getFaceVec.optional ?? {}) as readonly VectorAttribute[];

/** In the order of their point numbers. */
export const LANDMARK_NAMES = fieldNames(FaceLandmarks) as readonly LandmarkName[];
export const BLENDSHAPE_NAMES = fieldNames(
  FaceExpression.fields['blendshapes'],
) as readonly (keyof Expression['blendshapes'])[];

const shapeOf = (name: ImageAttribute): Shape => FACE.optional?.[name] ?? 'any';

/** The requested attributes of a face in a response, with the names of results. */
export const imageAttributes = (face: object): ImageAttributes => read(IMAGE_ATTRIBUTES, face);
export const vectorAttributes = (face: object): VectorAttributes => read(VECTOR_ATTRIBUTES, face);

function read(names: readonly ImageAttribute[], face: object): Readonly<Record<string, unknown>> {
  const wire: Partial<Record<ImageAttribute, unknown>> = face;
  const given = names.filter((name) => wire[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [camelCase(name), renamed(shapeOf(name), wire[name], asIs, camelCase)]),
  );
}

/** The other way round: the attributes of a face as a response has them. */
export function attributesOnWire(face: ImageAttributes): Readonly<Partial<Record<ImageAttribute, unknown>>> {
  const values = face as Readonly<Record<string, unknown>>;
  const given = IMAGE_ATTRIBUTES.filter((name) => values[camelCase(name)] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name, renamed(shapeOf(name), values[camelCase(name)], camelCase, asIs)]),
  );
}

/** The paths of an attribute's values in a response, such as `pose`, `yaw`; a list is one value. */
export const attributePaths = (name: ImageAttribute): readonly (readonly string[])[] =>
  pathsOf([name], shapeOf(name));

const pathsOf = (path: readonly string[], shape: Shape): (readonly string[])[] =>
  typeof shape === 'object' && 'fields' in shape
    ? Object.entries(shape.fields).flatMap(([name, field]) => pathsOf([...path, name], field))
    : [path];

type Naming = (documented: string) => string;

/** The value with other names of its fields. */
function renamed(shape: Shape, value: unknown, from: Naming, to: Naming): unknown {
  if (typeof shape === 'string') return value;
  if ('list' in shape && Array.isArray(value))
    return value.map((item) => renamed(shape.list, item, from, to));
  if (!('fields' in shape) || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(shape.fields).map(([name, field]) => [
      to(name),
      renamed(field, value[from(name)], from, to),
    ]),
  );
}

const asIs: Naming = (name) => name;
const camelCase: Naming = (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
