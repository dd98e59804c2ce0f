import type { Photo } from '../playground/photo/photo.js';
import { placeholderImage, type ApiRequest, type Method } from '../analysis/request.js';
import { needsApiKey, resolved, takesSession, type OpenApi, type Route, type Schema } from './openapi.js';

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
export function formOf({ method, operation }: Route, document: OpenApi): TryForm | null {
  if (takesSession(operation) && method !== 'GET') return null;
  const { 'multipart/form-data': form, 'application/json': json } = operation.requestBody?.content ?? {};
  // A gallery file, or the frames of a camera.
  if (operation.requestBody !== undefined && (form ?? json) === undefined) return null;
  if (!needsApiKey(operation) && operation.requestBody !== undefined) return null;
  const body = resolved((form ?? json)?.schema ?? {}, document);
  const properties = Object.entries(body.properties ?? {}).map(
    ([name, schema]) => [name, resolved(schema, document)] as const,
  );
  if (properties.some(([, { items }]) => items?.format === 'binary')) return null;
  const isPhoto = ({ format }: Schema): boolean => format === 'binary';
  const parameters = (operation.parameters ?? []).map((parameter) =>
    fieldOf(parameter.name, parameter.in as FormField['place'], resolved(parameter.schema ?? {}, document), {
      isRequired: parameter.required === true,
    }),
  );
  const fields = properties
    .filter(([, schema]) => !isPhoto(schema))
    .map(([name, schema]) =>
      fieldOf(name, 'body', schema, {
        isRequired: (body.required ?? []).includes(name),
        // A form has vectors as text; the request sends them as JSON.
        ...(form !== undefined && { kind: 'json' }),
      }),
    );
  return {
    photos: properties.filter(([, schema]) => isPhoto(schema)).map(([name]) => name),
    fields: [...parameters, ...fields],
    hasJsonBody: form === undefined && json !== undefined,
  };
}

interface FieldFacts {
  readonly isRequired: boolean;
  readonly kind?: FormField['kind'];
}

function fieldOf(name: string, place: FormField['place'], schema: Schema, facts: FieldFacts): FormField {
  const choices = (schema.enum ?? []).map(String);
  const usual = typeof schema.default === 'string' ? schema.default : '';
  const [example] = schema.examples ?? [];
  return {
    name,
    place,
    kind: facts.kind ?? kindOf(schema),
    isRequired: facts.isRequired,
    choices: choices.length === 0 ? [] : [usual, ...choices.filter((choice) => choice !== usual)],
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function kindOf(schema: Schema): FormField['kind'] {
  if (schema.enum !== undefined) return 'choice';
  const types = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);
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
  const shown = chosen.length === 0 && bodyFields.length === 0 ? form.photos : chosen;
  const savedAs = fileNameOf(operation.responses['200']?.content ?? {}, operation.operationId);
  return {
    method: method as Method,
    path: filledPath(path, at('path')),
    query: at('query'),
    headers: at('header'),
    images: shown.map((field, n) => ({
      field,
      source: entries.photos[field]?.source ?? placeholderImage(`photo${shown.length > 1 ? n + 1 : ''}.jpg`),
    })),
    ...((form.hasJsonBody || bodyFields.length > 0) && { fields: bodyFields }),
    ...(!needsApiKey(operation) && { withoutKey: true }),
    ...(savedAs !== null && { savedAs }),
  };
}

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
