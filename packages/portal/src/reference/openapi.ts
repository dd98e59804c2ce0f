import { isFields, serviceUrl } from '../api/call.js';
import { errorOfCode } from '../errors/error-catalogue.js';

/** The parts of the service's OpenAPI document that the reference shows; what `$ref` names is filled in. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  /** What the additional ones are called, such as `face_id_<n>`. */
  readonly 'x-additionalPropertiesName'?: string;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content | undefined>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An operation with where it is called. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const DEADLINE_MS = 20_000;

export async function loadOpenApi(): Promise<OpenApi> {
  const response = await fetch(serviceUrl('/openapi.json'), { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`The OpenAPI document returned status ${response.status}.`);
  return dereferenced(await response.json());
}

/** The document with each reference filled with what it names; no schema of the service contains itself. */
export function dereferenced(document: unknown): OpenApi {
  const { components } = document as { readonly components: { readonly schemas: Record<string, unknown> } };
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (!isFields(value)) return value;
    const { $ref } = value;
    const target = typeof $ref === 'string' ? components.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
    const fields = { ...(isFields(target) ? target : {}), ...value };
    return Object.fromEntries(
      // Examples are most of the document.
      Object.entries(fields).map(([key, inner]) => [key, key === 'examples' ? inner : filled(inner)]),
    );
  };
  return filled(document) as OpenApi;
}

/** The groups in the order of the document, each with its operations. */
export function groupsOf({ tags, paths }: OpenApi): { readonly title: string; readonly routes: Route[] }[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map(({ name }) => ({
    title: name,
    routes: routes.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

/** What says who calls an operation; none: anyone may call it. */
export function authOf({ security = [] }: Operation): 'key' | 'session' | 'none' {
  if (security.some((each) => 'apiKey' in each)) return 'key';
  return security.some((each) => 'session' in each) ? 'session' : 'none';
}

/** The errors of an operation, each once. */
export function errorsOf({ responses }: Operation): { readonly code: string; readonly message: string }[] {
  const codes = Object.values(responses).flatMap(({ content }) => {
    const { $ref, properties } = content?.['application/json']?.schema ?? {};
    // The envelope of all errors says nothing of this operation.
    return $ref === undefined ? (properties?.['code']?.enum ?? []) : [];
  });
  return [...new Set(codes.map(String))]
    .sort()
    .map((code) => ({ code, message: errorOfCode(code)?.message ?? '' }));
}
