import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_GONE_STATUS, ClientGone, ERROR_CATALOGUE, ServiceError, type ErrorCode } from '../errors.js';
import { failure } from './envelope.js';

/** What the framework's own refusals are in our catalogue. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content-type',
  FST_ERR_CTP_EMPTY_TYPE: 'content-type',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const frameworkCode = error instanceof Error ? (error as Partial<FastifyError>).code : undefined;
  const code = frameworkCode === undefined ? undefined : FRAMEWORK_ERRORS[frameworkCode];
  return new ServiceError(code ?? 'bug', undefined, {}, { cause: error });
}

/** Seconds that a caller had better wait, where the error is about too much at once. */
function retryAfter({ code, details }: ServiceError): number | undefined {
  const { retryAfterSeconds: known } = details;
  if (typeof known === 'number') return Math.max(1, Math.ceil(known));
  return code === 'overloaded' ? 1 : undefined;
}

/** The one place where an error becomes a response. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Nobody is there to read an answer, and a client that leaves is nobody's fault.
  if (error instanceof ClientGone) return reply.code(CLIENT_GONE_STATUS).send();
  const known = toServiceError(error);
  request.failure = known;
  if (known.code === 'bug') request.log.error({ err: error }, 'unexpected error');
  // Where the framework itself refuses a URL, no hook has run before.
  void reply.header('x-request-id', request.id);
  // What the error means and what to do, in words: the server sends this address on to the page in the portal.
  const help = `</errors/${ERROR_CATALOGUE[known.code].number}>; rel="help"`;
  const others = reply.getHeader('link');
  void reply.header('link', typeof others === 'string' ? `${others}, ${help}` : help);
  const seconds = retryAfter(known);
  if (seconds !== undefined) void reply.header('retry-after', String(seconds));
  return reply.code(ERROR_CATALOGUE[known.code].status).send(failure(known));
}
