import { ATTRIBUTES, type ImageAttributes, type VectorAttributes } from './api-types.js';
import { isRecord } from './response.js';

export type ImageAttribute = keyof typeof ATTRIBUTES;
export type VectorAttribute = {
  [Name in ImageAttribute]: (typeof ATTRIBUTES)[Name]['onVector'] extends true ? Name : never;
}[ImageAttribute];

/** The table without the types of its single entries. */
const TABLE: Readonly<Record<ImageAttribute, { readonly onVector: boolean; readonly shape: Shape }>> =
  ATTRIBUTES;

export const IMAGE_ATTRIBUTES = Object.keys(ATTRIBUTES) as readonly ImageAttribute[];
const VECTOR_ATTRIBUTES = IMAGE_ATTRIBUTES.filter((name) => TABLE[name].onVector);

type Shape =
  | 'number'
  | 'string'
  | 'boolean'
  | { readonly list: Shape; readonly length?: number }
  | { readonly fields: Readonly<Record<string, Shape>> };

type Wire = Readonly<Record<string, unknown>>;

/** The requested attributes of a face in a response; `malformed` gets the name of one that is not as documented. */
export const imageAttributes = (wire: Wire, malformed: (name: string) => Error): ImageAttributes =>
  read(IMAGE_ATTRIBUTES, wire, malformed);
export const vectorAttributes = (wire: Wire, malformed: (name: string) => Error): VectorAttributes =>
  read(VECTOR_ATTRIBUTES, wire, malformed);

function read(names: readonly ImageAttribute[], wire: Wire, malformed: (name: string) => Error) {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = wire[name];
    if (value === undefined) continue;
    const { shape } = TABLE[name];
    if (!fits(shape, value)) throw malformed(name);
    values[camelCase(name)] = renamed(shape, value);
  }
  return values;
}

/** The other way round: the attributes of a face as a response has them. */
export function attributesOnWire(face: ImageAttributes): Readonly<Partial<Record<ImageAttribute, unknown>>> {
  const values = face as Readonly<Record<string, unknown>>;
  const wire: Partial<Record<ImageAttribute, unknown>> = {};
  for (const name of IMAGE_ATTRIBUTES) {
    const value = values[camelCase(name)];
    if (value !== undefined) wire[name] = onWire(TABLE[name].shape, value);
  }
  return wire;
}

/** The paths of an attribute's values in a response, such as `pose`, `yaw`; a list is one value. */
export const attributePaths = (name: ImageAttribute): readonly (readonly string[])[] =>
  pathsOf([name], TABLE[name].shape);

const pathsOf = (path: readonly string[], shape: Shape): (readonly string[])[] =>
  typeof shape === 'string' || 'list' in shape
    ? [path]
    : Object.entries(shape.fields).flatMap(([name, field]) => pathsOf([...path, name], field));

function fits(shape: Shape, value: unknown): boolean {
  if (shape === 'number') return Number.isFinite(value);
  if (typeof shape === 'string') return typeof value === shape;
  if ('list' in shape) {
    const { list, length } = shape;
    return (
      Array.isArray(value) &&
      (length === undefined || value.length === length) &&
      value.every((item) => fits(list, item))
    );
  }
  return isRecord(value) && Object.entries(shape.fields).every(([name, field]) => fits(field, value[name]));
}

/** The value with the names of results in place of those of the response. Fields that are not documented stay. */
function renamed(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'string') return value;
  if ('list' in shape) return Array.isArray(value) ? value.map((item) => renamed(shape.list, item)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const known = shape.fields[name];
      return known === undefined ? [name, field] : [camelCase(name), renamed(known, field)];
    }),
  );
}

function onWire(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'string') return value;
  if ('list' in shape) return Array.isArray(value) ? value.map((item) => onWire(shape.list, item)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(shape.fields).map(([name, field]) => [name, onWire(field, value[camelCase(name)])]),
  );
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
