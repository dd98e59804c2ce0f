import type { Photo } from '../playground/photo/photo.js';
import { placeholderImage, type ApiRequest, type ImageField, type Method } from '../analysis/request.js';
import { choicesOf } from './fields.js';
import { authOf, type Route, type Schema } from './openapi.js';

/** A field of the form of an operation. */
export interface FormField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly kind: 'choice' | 'number' | 'text' | 'json';
  readonly isRequired: boolean;
  /** Of a choice; the first is the one that the service takes without the field. */
  readonly choices: readonly string[];
  readonly example: string;
}

export interface TryForm {
  /** The names of the fields that take a photo. */
  readonly photos: readonly string[];
  readonly fields: readonly FormField[];
  readonly hasJsonBody: boolean;
}

/** The form of an operation; null where the reference has none: other pages of the portal make the call. */
export function formOf({ method, operation }: Route): TryForm | null {
  const { requestBody } = operation;
  const { 'multipart/form-data': form, 'application/json': json } = requestBody?.content ?? {};
  const auth = authOf(operation);
  if (auth === 'session' && method !== 'GET') return null;
  // A gallery file, and what anyone may send, such as a log-in.
  if (requestBody !== undefined && ((form ?? json) === undefined || auth !== 'key')) return null;
  const { properties = {}, required = [] } = (form ?? json)?.schema ?? {};
  const entries = Object.entries(properties);
  // The frames of a camera.
  if (entries.some(([, { items }]) => items?.format === 'binary')) return null;
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, schema = {}, required: isRequired = false }) =>
      fieldOf(name, schema, { place, isRequired }),
  );
  const fields = entries
    .filter(([, { format }]) => format !== 'binary')
    .map(([name, schema]) =>
      // A form has vectors as text; the request sends them as JSON.
      fieldOf(name, schema, {
        place: 'body',
        isRequired: required.includes(name),
        ...(form !== undefined && { kind: 'json' }),
      }),
    );
  return {
    photos: entries.filter(([, { format }]) => format === 'binary').map(([name]) => name),
    fields: [...parameters, ...fields],
    hasJsonBody: form === undefined && json !== undefined,
  };
}

function fieldOf(
  name: string,
  schema: Schema,
  facts: Pick<FormField, 'place' | 'isRequired'> & Partial<FormField>,
): FormField {
  const choices = (schema.enum ?? []).map(String);
  const usual = typeof schema.default === 'string' ? schema.default : '';
  const [example = ''] = schema.examples ?? [];
  return {
    name,
    kind: kindOf(schema),
    choices: choices.length === 0 ? [] : [usual, ...choices.filter((choice) => choice !== usual)],
    example: typeof example === 'string' ? example : JSON.stringify(example),
    ...facts,
  };
}

function kindOf(schema: Schema): FormField['kind'] {
  if (schema.enum !== undefined) return 'choice';
  const types = [schema, ...choicesOf(schema)].flatMap(({ type }) => type ?? []);
  if (types.includes('string')) return 'text';
  return types.includes('integer') || types.includes('number') ? 'number' : 'json';
}

/** What was typed and chosen. */
export interface Entries {
  /** By the name of the field; absent: nothing. */
  readonly values: Readonly<Record<string, string>>;
  readonly photos: Readonly<Record<string, Photo | null>>;
}

/** What is wrong with an entry, by the name of its field. */
export function faultsOf({ fields, photos }: TryForm, entries: Entries): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { name, kind, isRequired } of fields) {
    const value = valueOf(entries, name);
    if (isRequired && value === '') faults[name] = 'This field is required.';
    else if (kind === 'json' && value !== '' && parsed(value) === undefined)
      faults[name] = 'This is not JSON.';
  }
  const [photo] = photos;
  const hasImage = photos.some((name) => (entries.photos[name] ?? null) !== null);
  const hasVector = fields.some(({ name, place }) => place === 'body' && valueOf(entries, name) !== '');
  if (photo !== undefined && !hasImage && !hasVector) faults[photo] = 'Choose a photo first.';
  return faults;
}

const valueOf = ({ values }: Entries, name: string): string => (values[name] ?? '').trim();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The request that the entries make. Without a photo, the code has a placeholder for it. */
export function requestOf({ method, path, operation }: Route, form: TryForm, entries: Entries): ApiRequest {
  const given = form.fields
    .map((field) => ({ ...field, value: valueOf(entries, field.name) }))
    .filter(({ value, choices }) => value !== '' && value !== choices[0]);
  const at = (place: FormField['place']): (readonly [string, string])[] =>
    given.filter((field) => field.place === place).map(({ name, value }) => [name, value] as const);
  const bodyFields = given
    .filter(({ place }) => place === 'body')
    .map(
      ({ name, kind, value }) =>
        [name, kind === 'text' || kind === 'choice' ? value : (parsed(value) ?? value)] as const,
    );
  const chosen = form.photos.filter((name) => (entries.photos[name] ?? null) !== null);
  const savedAs = fileNameOf(operation.responses['200']?.content ?? {}, operation.operationId);
  return {
    method: method as Method,
    auth: authOf(operation),
    path: filledPath(path, at('path')),
    query: at('query'),
    headers: at('header'),
    images: placeholders(chosen.length === 0 && bodyFields.length === 0 ? form.photos : chosen).map(
      ({ field, source }) => ({ field, source: entries.photos[field]?.source ?? source }),
    ),
    ...((form.hasJsonBody || bodyFields.length > 0) && { fields: bodyFields }),
    ...(savedAs !== null && { savedAs }),
  };
}

/** A request that works as it is, except for the names of the files. */
export function exampleOf({ method, path, operation }: Route): ApiRequest {
  const {
    'multipart/form-data': form,
    'application/json': json,
    'application/octet-stream': file,
  } = operation.requestBody?.content ?? {};
  const photos = Object.entries(form?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  const [example] = Object.values(json?.examples ?? {});
  return {
    method: method as Method,
    auth: authOf(operation),
    path: path as ApiRequest['path'],
    query: [],
    images: placeholders(photos.map(([name]) => name)),
    ...(photos.length === 0 && json !== undefined && { fields: Object.entries(example?.value ?? {}) }),
    ...(file !== undefined && { file: 'file' }),
  };
}

const placeholders = (photos: readonly string[]): ImageField[] =>
  photos.map((field, n) => ({
    field,
    source: placeholderImage(`photo${photos.length > 1 ? n + 1 : ''}.jpg`),
  }));

const filledPath = (path: string, values: readonly (readonly [string, string])[]): `/${string}` => {
  const known = new Map(values);
  const filled = path.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = known.get(name);
    return value === undefined ? place : encodeURIComponent(value);
  });
  return `/${filled.slice(1)}`;
};

function fileNameOf(content: Readonly<Record<string, unknown>>, name: string): string | null {
  if ('image/jpeg' in content) return `${name}.jpg`;
  return 'application/octet-stream' in content ? `${name}.bin` : null;
}
