import { z } from 'zod';
import {
  ERROR_CATALOGUE,
  ERROR_CODES,
  ServiceError,
  type ErrorCode,
  type ErrorDetails,
} from '../../errors.js';
import { callerFacts } from '../callers.js';
import { failure } from '../envelope.js';
import type { Examples, RouteFacts } from '../route.js';
import { nameSchemas } from './name-schemas.js';

const envelope = (codes: readonly string[]): z.ZodType =>
  z.object({
    status: z.literal('error'),
    code: z.enum(codes),
    success: z.literal(false),
    message: z.string().min(1),
    data: z.record(z.string(), z.unknown()),
  });

/** The envelope of any error; its codes are all that there are. */
export const ErrorEnvelope = envelope(ERROR_CODES.map((code) => ERROR_CATALOGUE[code].number)).describe(
  'The response to a request that was rejected or failed. The code tells which; the message what to do.',
);

nameSchemas({ ErrorEnvelope });

/** What can go wrong with any request that does more than to fetch a file. */
const COMMON: readonly ErrorCode[] = ['bug', 'overloaded', 'deadline'];

/** Every error that a route may respond with. */
export function errorsOf({
  body,
  caller,
  cost,
  method,
  params,
  query,
  errors = [],
}: RouteFacts): ErrorCode[] {
  const { isAmbient, errors: ofCaller } = callerFacts(caller);
  return [
    ...new Set([
      ...(body?.errors ?? []),
      ...((params ?? query) === undefined ? [] : (['bad-parameter'] as const)),
      ...(isAmbient && method !== 'GET' ? (['cross-site'] as const) : []),
      ...ofCaller,
      ...errors,
      ...(cost === 'static' ? [] : COMMON),
    ]),
  ];
}

export interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly examples: Examples;
}

/** One response for each status that the errors of the route have, with the codes it may carry. */
export function errorResponses(route: RouteFacts): ErrorResponse[] {
  const codes = errorsOf(route);
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const own = codes.filter((code) => ERROR_CATALOGUE[code].status === status);
    const entries = own.map((code) => ERROR_CATALOGUE[code]);
    return {
      status,
      description: entries.map(({ number, message }) => `${number}: ${message}`).join(' · '),
      schema: envelope(entries.map(({ number }) => number)),
      examples: examplesOf(own, route),
    };
  });
}

/** The responses to a request that breaks HTTP itself, before a route is known. */
export const BROKEN_HTTP: readonly ErrorResponse[] = [408, 431].map((status) => ({
  status,
  description:
    'A request that breaks HTTP itself: 431 with code 2006 for a header that is too large, 408 with code 5004 for one that does not arrive in time.',
  schema: ErrorEnvelope,
  examples: {
    'header-too-large': {
      summary: '2006: the request header is too large',
      value: failure(new ServiceError('malformed-body', 'The request header is too large.')),
    },
  },
}));

type Said = readonly [message: string, details: ErrorDetails];

const quality = (attribute: string, error: string, value: number, threshold: number): Said => [
  error,
  { attribute, failed: [{ attribute, error, value, threshold }] },
];

/** What the service typically says, where that is more than the sentence of the catalogue. */
const TYPICAL: Partial<Record<ErrorCode, Said>> = {
  'mixed-inputs': ['img_1 and img_2 must arrive the same way: all as files, or all as strings.', {}],
  'malformed-body': ['The request body is not valid JSON.', {}],
  'face-too-small': quality('Image size', 'Face too Small', 40, 60),
  'low-illumination': quality('Lighting', 'Low Illumination', 54.28, 70),
  'incorrect-pose': quality('Pose', 'Incorrect Pose', 63.5, 50),
};

/** One response for each of the errors, as the service renders it for this route. */
const examplesOf = (codes: readonly ErrorCode[], route: RouteFacts): Examples =>
  Object.fromEntries(
    codes.map((code) => {
      const value = failure(exampleError(code, route));
      return [code, { summary: `${value.code}: ${code}`, value }];
    }),
  );

function exampleError(code: ErrorCode, { body, query = {} }: RouteFacts): ServiceError {
  const ofBody = body?.exampleError?.(code);
  if (ofBody !== undefined) return ofBody;
  if (code === 'bad-parameter') return badParameterOf(Object.keys(query));
  const [message, details] = TYPICAL[code] ?? [];
  return new ServiceError(code, message, details);
}

function badParameterOf(names: readonly string[]): ServiceError {
  const boxes = names.find((name) => name.startsWith('bboxes'));
  if (boxes === undefined) return new ServiceError('bad-parameter', undefined, { parameter: names[0] });
  const value = '10,20,30';
  return new ServiceError(
    'bad-parameter',
    `${boxes} holds the box "${value}", which is not four numbers x1,y1,x2,y2.`,
    { parameter: boxes, value },
  );
}
