import { z } from 'zod';
import type { DocumentedResponse } from './route-document.js';
import { ERROR_CATALOGUE, ERROR_CODES, type ErrorCode } from '../../errors.js';

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
  'The answer to a request that was refused or failed. The code tells which; the message what to do.',
);

export interface ErrorResponse extends DocumentedResponse {
  readonly status: number;
}

/** Statuses that say: not now. */
const RETRIED = [429, 503];

/** One response for each status that the given errors have, with the codes it may carry. */
export function errorResponses(codes: readonly ErrorCode[]): ErrorResponse[] {
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const entries = codes.map((code) => ERROR_CATALOGUE[code]).filter((entry) => entry.status === status);
    return {
      status,
      description: entries.map(({ number, message }) => `${number}: ${message}`).join(' · '),
      ...(RETRIED.includes(status) && {
        headers: { 'Retry-After': 'Seconds to wait before the next call.' },
      }),
      schema: envelope(entries.map(({ number }) => number)),
    };
  });
}
