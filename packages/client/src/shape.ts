/** What a value of a response has to be, as far as the client relies on it. */
export type Shape =
  | 'any'
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | { readonly orNull: Shape }
  | { readonly list: Shape; readonly length?: number }
  | ObjectShape;

export interface ObjectShape {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
}

export const fieldNames = (shape: Shape | undefined): string[] =>
  typeof shape === 'object' && 'fields' in shape ? Object.keys(shape.fields) : [];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path to the first value that has another shape; null where there is none. */
export function misfit(shape: Shape, value: unknown): readonly string[] | null {
  if (typeof shape === 'string') return fits(shape, value) ? null : [];
  if ('orNull' in shape) return value === null ? null : misfit(shape.orNull, value);
  if ('list' in shape) {
    const { list, length } = shape;
    if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return [];
    // A list of numbers or texts is one value: which of them is wrong helps nobody.
    if (typeof list === 'string') return value.every((item) => fits(list, item)) ? null : [];
    return firstOf(value.map((item: unknown, n) => [String(n), list, item]));
  }
  if (!isRecord(value)) return [];
  const { fields, optional = {} } = shape;
  const given = Object.entries(optional).filter(([name]) => value[name] !== undefined);
  return firstOf([...Object.entries(fields), ...given].map(([name, field]) => [name, field, value[name]]));
}

function firstOf(values: Iterable<readonly [name: string, shape: Shape, value: unknown]>): string[] | null {
  for (const [name, shape, value] of values) {
    const path = misfit(shape, value);
    if (path !== null) return [name, ...path];
  }
  return null;
}

function fits(shape: Extract<Shape, string>, value: unknown): boolean {
  switch (shape) {
    case 'any':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'string':
    case 'boolean':
      return typeof value === shape;
  }
}
