import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { asUnavailable } from '../db/database-outage.js';
import { CLIENT_GONE_STATUS, ClientGone, ERROR_CATALOGUE, ServiceError, type ErrorCode } from '../errors.js';
import { failure } from './envelope.js';

/** The catalogue's errors for Fastify's own rejections. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content-type',
  FST_ERR_CTP_EMPTY_TYPE: 'content-type',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

export function toServiceError(thrown: unknown): ServiceError {
  const error = asUnavailable(thrown);
  if (error instanceof ServiceError) return error;
  const frameworkCode = error instanceof Error ? (error as Partial<FastifyError>).code : undefined;
  const code = frameworkCode === undefined ? undefined : FRAMEWORK_ERRORS[frameworkCode];
  return new ServiceError(code ?? 'bug', undefined, {}, { cause: error });
}

/** The value of `Retry-After`, which tells clients that the call was not analysed and may be repeated. */
function retryAfter({ code, details, mayHaveCounted }: ServiceError): number | undefined {
  if (mayHaveCounted) return undefined;
  const { retryAfterSeconds: known } = details;
  if (typeof known === 'number') return Math.max(1, Math.ceil(known));
  return code === 'overloaded' ? 1 : undefined;
}

/** How a response states an error. */
export interface StatedError {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

const stated = (error: ServiceError): StatedError => ({
  status: ERROR_CATALOGUE[error.code].status,
  body: failure(error),
});

/** The one place where an error becomes a response; `state` is for the routes of other services' clients. */
export function renderError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  state: (error: ServiceError, request: FastifyRequest) => StatedError = stated,
): FastifyReply {
  // Nobody reads the response, and a disconnect is not an error.
  if (error instanceof ClientGone) return reply.code(CLIENT_GONE_STATUS).send();
  const known = toServiceError(error);
  request.failure = known;
  if (known.code === 'bug') request.log.error({ err: error }, 'unexpected error');
  // If Fastify itself rejects a URL, no hook has run.
  void reply.header('x-request-id', request.id);
  // A page that explains the error: the server redirects this address to the portal.
  const help = `</errors/${ERROR_CATALOGUE[known.code].number}>; rel="help"`;
  const others = reply.getHeader('link');
  void reply.header('link', typeof others === 'string' ? `${others}, ${help}` : help);
  const seconds = retryAfter(known);
  if (seconds !== undefined) void reply.header('retry-after', String(seconds));
  const { status, body, headers = {} } = state(known, request);
  return reply.code(status).headers(headers).send(body);
}
