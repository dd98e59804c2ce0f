import { serviceUrl } from '../api/call.js';

/** The parts of the service's OpenAPI document that the reference shows. */
export interface Schema {
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
  readonly $ref?: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
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
    readonly in: string;
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
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
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
  return (await response.json()) as OpenApi;
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

export const needsApiKey = ({ security = [] }: Operation): boolean =>
  security.some((each) => 'apiKey' in each);

export const takesSession = ({ security = [] }: Operation): boolean =>
  security.some((each) => 'session' in each);

/** Resolves a reference within the document. */
export function resolved(schema: Schema, { components }: OpenApi): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : components.schemas[name];
  if (target === undefined) return schema;
  return schema.description === undefined ? target : { ...target, description: schema.description };
}

/** The error codes of an operation, each once; they are at the start of each part of the descriptions. */
export function errorCodesOf({
  responses,
}: Operation): { readonly code: string; readonly description: string }[] {
  const parts = Object.values(responses).flatMap(({ description }) => description.split(' · '));
  const codes = new Map<string, string>();
  for (const part of parts) {
    const [, code, description] = /^(\d{4}): (.+)$/s.exec(part) ?? [];
    if (code !== undefined && description !== undefined) codes.set(code, description);
  }
  return [...codes]
    .map(([code, description]) => ({ code, description }))
    .sort((a, b) => a.code.localeCompare(b.code));
}
