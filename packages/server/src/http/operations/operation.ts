import type { Engine, StageTimings } from '@facet/engine';
import type { ImageName } from '../../engine-failure.js';
import type { ErrorCode } from '../../errors.js';
import type { RouteDocument } from '../openapi/route-document.js';

export interface Answer<Data> {
  readonly data: Data;
  /** One for each image that was looked at. */
  readonly timings: readonly StageTimings[];
  /** Sent with this answer, beside those of every answer of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One of the four operations: what it takes, what it documents, what it does. */
export interface Operation<Field extends string = string, Query = unknown, Data = unknown> {
  readonly path: `/${string}`;
  readonly message: string;
  readonly document: RouteDocument;
  readonly images: readonly (ImageName & { readonly field: Field })[];
  /** Must all images arrive the same way? */
  readonly sameWay: boolean;
  /** Sent with every answer, also with errors. */
  readonly headers?: Readonly<Record<string, string>>;
  parseQuery(rawQuery: string): Query;
  run(
    engine: Engine,
    images: Readonly<Record<Field, Uint8Array>>,
    query: Query,
    signal: AbortSignal,
  ): Promise<Answer<Data>>;
}

/** What can go wrong with any operation on images. */
export const OPERATION_ERRORS = [
  'missing-field',
  'bad-parameter',
  'unreadable-image',
  'image-format',
  'malformed-body',
  'no-user-id',
  'unknown-user-id',
  'no-subscription',
  'subscription-ended',
  'too-many-bytes',
  'too-many-pixels',
  'content-type',
  'url-refused',
  'url-failed',
  'rate-limit',
  'quota',
  'bug',
  'overloaded',
  'deadline',
] as const satisfies readonly ErrorCode[];
