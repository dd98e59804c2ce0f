import type { Engine, StageTimings } from '@facet/engine';
import { z } from 'zod';
import type { ImageName } from './results/engine-failure.js';
import type { ErrorCode } from '../errors.js';
import type { FaceInput, WantedImage } from '../images/read-images.js';
import { successSchema } from '../http/envelope.js';
import { ErrorEnvelope } from '../http/openapi/error-responses.js';
import type { DocumentedResponse, RouteDocument } from '../http/openapi/route-document.js';

/** A response that is no envelope. */
interface ResponseFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OperationResult<Data> {
  readonly data: Data;
  /** One for each analysed image. */
  readonly timings: readonly StageTimings[];
}

/** Whose call it is, and what the path says. */
export interface OperationCaller {
  readonly accountId: string;
  /** The id of the plan; empty in a trial. */
  readonly plan: string;
  readonly params: Readonly<Record<string, string>>;
}

/** An operation on images: its input, its documentation, its work. */
export interface Operation<
  Field extends string = string,
  Query = unknown,
  Data = unknown,
  /** What each field may contain: an image, or also a stored vector. */
  Input extends FaceInput = Uint8Array,
> {
  readonly path: `/${string}`;
  readonly message: string;
  readonly document: RouteDocument;
  readonly images: readonly (ImageName & WantedImage<Field>)[];
  /** Whether the image field may contain a list of images, each of which is a call of its own. */
  readonly takesList?: true;
  /** Whether all images must be sent the same way. */
  readonly sameWay: boolean;
  /** Sent with every response, including errors. */
  readonly headers?: Readonly<Record<string, string>>;
  parseQuery(rawQuery: string, caller: OperationCaller): Query;
  /** Rejects, before the body is read, what the query alone shows to be impossible; may add to the query what it found. */
  prepare?(query: Query, signal: AbortSignal): Promise<Query>;
  /** Also sent with every response to such a query. */
  headersFor?(query: Query): Readonly<Record<string, string>>;
  /** Where the response to a success is a file instead of the envelope. */
  file?(data: Data): ResponseFile;
  run(
    engine: Engine,
    images: Readonly<Record<Field, Input>>,
    query: Query,
    signal: AbortSignal,
  ): Promise<OperationResult<Data>>;
}

/** What can go wrong with any operation on images. */
export const OPERATION_ERRORS = [
  'missing-field',
  'bad-parameter',
  'unreadable-image',
  'image-format',
  'malformed-body',
  'no-api-key',
  'unknown-api-key',
  'no-subscription',
  'subscription-ended',
  'account-suspended',
  'too-many-bytes',
  'too-many-pixels',
  'content-type',
  'url-rejected',
  'url-failed',
  'rate-limit',
  'quota',
  'bug',
  'overloaded',
  'deadline',
] as const satisfies readonly ErrorCode[];

/** The response of an operation that accepts one image or a list. */
export function oneOrSeveral(
  message: string,
  data: z.ZodType,
): Pick<DocumentedResponse, 'schema' | 'alone' | 'lines'> {
  const one = successSchema(message, data);
  const result = z.union([one, ErrorEnvelope]);
  const results = z
    .array(result)
    .describe(
      'For a list of images: one envelope for each, in their order, as a call of its own would have had.',
    );
  return { schema: z.union([one, successSchema(message, z.object({ results }))]), alone: one, lines: result };
}
