/** The part of JSON Schema that the service's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema } | undefined>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The operations on images, the liveness check, and the collections: what the client calls. */
const TAGS: readonly string[] = ['Faces', 'Liveness', 'Collections'];

export const callsOf = ({ paths }: OpenApi): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags = [] }]) => tags.some((tag) => TAGS.includes(tag)))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const schemaOf = ({ content }: Content, type = 'application/json'): Schema | undefined =>
  content?.[type]?.schema;

/** The response to one image, where the operation also takes a list of them. */
export const responseOf = ({ responses }: Operation): Schema | undefined => {
  const schema = schemaOf(responses['200'] ?? {});
  return schema?.anyOf?.[0] ?? schema;
};

export const dataOf = (document: OpenApi, operationId: string): Schema => {
  const call = callsOf(document).find(({ operation }) => operation.operationId === operationId);
  const data = call && responseOf(call.operation)?.properties?.['data'];
  if (data === undefined) throw new Error(`The document lacks the data of ${operationId}.`);
  return data;
};

/** The schema itself, or the one that it refers to. */
export function resolved({ components: { schemas } }: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[referredName(schema.$ref)];
  if (found === undefined) throw new Error(`The document has no schema ${schema.$ref}.`);
  return found;
}

/** The codes of the errors of an operation. */
export const codesOf = ({ responses }: Operation): unknown[] =>
  Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, response]) => schemaOf(response)?.properties?.['code']?.enum ?? []);

const PREFIX = '#/components/schemas/';
export const reference = (name: string): Schema => ({ $ref: PREFIX + name });
export const referredName = (ref: string): string => ref.slice(PREFIX.length);

/** The fields of an object that a response has only on request. */
export const optionalFields = ({ properties = {}, required = [] }: Schema): [string, Schema][] =>
  Object.entries(properties).filter(([name]) => !required.includes(name));

export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
