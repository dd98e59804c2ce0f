import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_GONE_STATUS, ERROR_CATALOGUE } from '../errors.js';
import { SUCCESS_CODE } from './envelope.js';

/** How a request ended, in a few fixed values: for logs, metrics and traces. */
export interface RequestOutcome {
  readonly status: number;
  /**
   * The four digits of the envelope; empty for responses without one: pages, metrics, the OpenAPI document, preflights.
   */
  readonly code: string;
  /** Why it was refused; null if it was not. */
  readonly reason: string | null;
}

/** Call it when the connection has closed. */
export function outcomeOf({ failure, succeeded }: FastifyRequest, reply: FastifyReply): RequestOutcome {
  if (!reply.raw.writableFinished) return { status: CLIENT_GONE_STATUS, code: '', reason: null };
  const status = reply.statusCode;
  if (failure === null) return { status, code: succeeded ? SUCCESS_CODE : '', reason: null };
  return { status, code: ERROR_CATALOGUE[failure.code].number, reason: failure.reason };
}
