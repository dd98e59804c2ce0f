import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  /** Query parameters with the pattern or the values of each. */
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { pattern?: string; enum?: string[]; minimum?: number; maximum?: number };
  }[];
  readonly fields: readonly string[];
  /** Says what is wrong with a response, or null. */
  readonly fault: (status: number, body: unknown) => string | null;
}

interface RawOperation {
  readonly parameters?: DocumentedOperation['parameters'];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly properties: Schema } };
      readonly 'multipart/form-data'?: unknown;
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema } | undefined>> }>
  >;
}

interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Schema };
}

/** Reads the served document as a stranger would: nothing but what it says counts. */
export async function readOperations(url: string): Promise<DocumentedOperation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as RawDocument;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Only what takes images takes forms; the account API does not.
      .filter(([, { requestBody }]) => requestBody?.content['multipart/form-data'] !== undefined)
      .map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        parameters: (operation.parameters ?? []).filter(({ in: place }) => place === 'query'),
        fields: Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {}),
        fault: judge(operation, document),
      })),
  );
}

function judge(operation: RawOperation, document: RawDocument): DocumentedOperation['fault'] {
  const schemas = new Map(
    Object.entries(operation.responses).map(([status, { content }]) => {
      const schema = content['application/json']?.schema ?? {};
      return [Number(status), z.fromJSONSchema(selfContained(schema, document))];
    }),
  );
  return (status, body) => {
    const schema = schemas.get(status);
    if (schema === undefined) return `The status ${status} is not documented.`;
    const parsed = schema.safeParse(body);
    return parsed.success ? null : z.prettifyError(parsed.error);
  };
}

/** A schema that carries the components it refers to. */
function selfContained(schema: Schema, { components }: RawDocument): Schema {
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Schema;
}
