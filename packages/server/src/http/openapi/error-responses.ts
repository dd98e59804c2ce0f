import { z } from 'zod';
import { ERROR_CATALOGUE, ERROR_CODES, ServiceError } from '../../errors.js';
import { failure } from '../envelope.js';
import { errorExamples } from './error-examples.js';
import type { DocumentedResponse, RouteDocument } from './route-document.js';

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

export interface ErrorResponse extends DocumentedResponse {
  readonly status: number;
}

/** Statuses that say: not now. */
const RETRIED = [429, 503];

/** One response for each status that the errors of the route have, with the codes it may carry. */
export function errorResponses(document: RouteDocument): ErrorResponse[] {
  const codes = document.errors;
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const own = codes.filter((code) => ERROR_CATALOGUE[code].status === status);
    const entries = own.map((code) => ERROR_CATALOGUE[code]);
    return {
      status,
      description: entries.map(({ number, message }) => `${number}: ${message}`).join(' · '),
      ...(RETRIED.includes(status) && {
        headers: { 'Retry-After': 'Seconds to wait before the next call.' },
      }),
      schema: envelope(entries.map(({ number }) => number)),
      examples: errorExamples(own, document),
    };
  });
}

export const BROKEN_HTTP_STATUSES = [408, 431] as const;

/** The response to a request that breaks HTTP itself, before a route is known. */
export const BROKEN_HTTP: DocumentedResponse = {
  description:
    'A request that breaks HTTP itself: 431 with code 2006 for a header that is too large, 408 with code 5004 for one that does not arrive in time.',
  schema: ErrorEnvelope,
  examples: {
    'header-too-large': {
      summary: '2006: the request header is too large',
      value: failure(new ServiceError('malformed-body', 'The request header is too large.')),
    },
  },
};
