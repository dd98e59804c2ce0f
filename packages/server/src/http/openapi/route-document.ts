import type { z } from 'zod';
import type { ErrorCode } from '../../errors.js';

export interface QueryParameter {
  readonly schema: z.ZodType;
  readonly description: string;
}

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

export interface DocumentedResponse {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Default: application/json. */
  readonly contentType?: string;
  /** The response is a file; the schema is not written. */
  readonly isBinary?: true;
  /** Each line of the response if it is sent as NDJSON. */
  readonly lines?: z.ZodType;
  /** The response to one image, where `schema` also allows a list of images. */
  readonly alone?: z.ZodType;
  readonly headers?: Readonly<Record<string, string>>;
  /** Responses by name. Default: one made from the schema. */
  readonly examples?: Examples;
}

/** What the OpenAPI document says about a route beyond its path and method. */
export interface RouteDocument {
  readonly operationId: string;
  readonly tag: 'Faces' | 'Liveness' | 'Collections' | 'Account' | 'Admin' | 'Service';
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  /** The parameters in the path. */
  readonly params?: Readonly<Record<string, QueryParameter>>;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** The image fields of the body, with their descriptions; all are required, unless a vector may be sent instead. */
  readonly imageFields?: Readonly<Record<string, string>>;
  /** The most images that a list may hold in place of one image, in JSON. */
  readonly mostInList?: number;
  /** Fields for stored vectors that may be sent in place of images. */
  readonly vectorFields?: Readonly<Record<string, string>>;
  /** Headers that a request may have beside those of every request, with their descriptions. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The media type and the description of a body of bytes. */
  readonly bytes?: { readonly type: string; readonly description: string };
  /** What a JSON body must be, for routes that take no images. */
  readonly body?: z.ZodType;
  /** What a form must be, for routes that take forms as well as JSON, beside or in place of image fields. */
  readonly form?: z.ZodType;
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
  readonly errors: readonly ErrorCode[];
}
