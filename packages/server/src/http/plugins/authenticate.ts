import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  isRejected,
  type AdmittedCall,
  type AdmittedAccount,
  type Meter,
  type PlanLimits,
  type Rejected,
} from '../../accounts/meter/meter.js';
import type { Admission } from '../../work/admission.js';
import { ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { toServiceError } from '../render-error.js';
import { traceOf } from './observability.js';

/**
 * Who may call a route: anyone; callers with a valid API key; users who are logged in; admins who are logged in; or
 * visitors of the portal, within the limits of the trial; or clients that sign with an access key pair.
 */
export type RouteAuth = 'public' | 'api-key' | 'session' | 'admin' | 'trial' | 'access-key';

/** The authentication that a route declares. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}

/** The header of the specification, and an alias for proxies that drop header names with an underscore. */
const HEADERS = ['user_id', 'x-user-id'] as const;

/** Longer than any API key; longer values are not looked up. */
const MAX_API_KEY_LENGTH = 256;

/** The API key in the headers of a request. */
export function apiKeyOf(request: FastifyRequest): string {
  for (const name of request.routeOptions.config.apiKeyHeaders ?? HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  throw new ServiceError('no-api-key');
}

/** The error for a call that the meter rejected. The rejection is recorded in the usage of the account. */
export function rejectionError(
  { rejected, accountId, retryAfterMs }: Rejected,
  meter: Meter,
  path: string,
): ServiceError {
  if (accountId !== undefined) meter.noteRejection(accountId, path, ERROR_CATALOGUE[rejected].number);
  return new ServiceError(
    rejected,
    undefined,
    retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  );
}

/** The operation as usage and logs name it: the route, unless one route has several. */
export const operationOf = ({ operation, routeOptions }: FastifyRequest): string =>
  operation ?? routeOptions.url ?? '';

/** A call that may go on; one that does not count has no reservation. */
type AcceptedCall = AdmittedAccount & Partial<Pick<AdmittedCall, 'reservation'>>;

const declaredAuth = ({ method, url, config }: RouteOptions): DeclaredAuth => ({
  method: [method].flat().join(','),
  url,
  auth: config?.auth,
});

/**
 * Checks the API key and its plan before the body is read, on every route that requires one. Every route must declare
 * its authentication.
 */
export function addAuthentication(app: FastifyInstance, meter: Meter, admission: Admission): void {
  app.decorateRequest('account', null);
  app.decorateRequest('callerId', null);
  app.decorateRequest('keyHashes', null);
  app.decorateRequest('reservation', null);
  app.decorateRequest('operation', null);
  app.decorateRequest('claimedAccount', null);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Preflight requests of browsers never carry credentials.
    const isPreflight = route.method === 'OPTIONS' && route.url === '*';
    if (isPreflight) route.config = { ...route.config, auth: 'public' };
    routes.push(route);
  });
  app.decorate('declaredAuths', () => routes.map(declaredAuth));
  app.addHook('onReady', (done) => {
    const undeclared = routes.map(declaredAuth).find(({ auth }) => auth === undefined);
    done(
      undeclared &&
        new Error(`The route ${undeclared.method} ${undeclared.url} does not declare its authentication.`),
    );
  });
  const admit = admitter(meter, admission);
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.auth !== 'api-key') return;
    const apiKey = apiKeyOf(request);
    if (apiKey.length > MAX_API_KEY_LENGTH) throw new ServiceError('unknown-api-key');
    await admit(request, reply, apiKey, config.uncounted !== true);
  });
}

/** Admits a call with an API key by the plan of its account, or throws why not. */
type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  apiKey: string,
  isCounted: boolean,
) => Promise<void>;

export function admitter(meter: Meter, admission: Admission): Admit {
  return async (request, reply, apiKey, isCounted) => {
    request.keyHashes = meter.hashesOf(apiKey);
    const known = isCounted ? meter.recentAdmission(apiKey) : undefined;
    if (known !== undefined) rejectIfFull(request, reply, known);
    const admitted: AcceptedCall | Rejected = await traceOf(request).step(
      'admit',
      (): Promise<AcceptedCall | Rejected> =>
        isCounted ? meter.admit(apiKey) : meter.admitUncounted(apiKey),
    );
    if (admitted.limits !== undefined) sendLimits(reply, admitted.limits);
    if (isRejected(admitted)) {
      request.callerId = admitted.accountId ?? null;
      throw rejectionError(admitted, meter, operationOf(request));
    }
    request.account = admitted.account;
    request.callerId = admitted.account.accountId;
    request.reservation = admitted.reservation ?? null;
  };

  /**
   * Under overload nearly every call is rejected, so a rejection must be cheap: for a recently admitted caller, no call is
   * reserved and released, which would take two transactions.
   */
  function rejectIfFull(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, limits }: AdmittedAccount,
  ): void {
    const { scope } = request;
    try {
      admission.check(account.accountId, scope?.maxWaitMs() ?? Infinity);
    } catch (error) {
      request.account = account;
      request.callerId = account.accountId;
      sendLimits(reply, limits);
      meter.noteRejection(
        account.accountId,
        operationOf(request),
        ERROR_CATALOGUE[toServiceError(error).code].number,
      );
      throw error;
    }
  }
}

const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

/**
 * Sends what the plan still allows, on every response to a known account. Limits that the plan does not have are left
 * out.
 */
export function sendLimits(reply: FastifyReply, { rate, quota }: PlanLimits): void {
  if (rate !== null) {
    void reply.headers({
      'ratelimit-limit': String(rate.limit),
      'ratelimit-remaining': String(rate.remaining),
      'ratelimit-reset': seconds(rate.resetMs),
    });
  }
  if (quota !== null) {
    void reply.headers({
      'x-quota-limit': String(quota.limit),
      'x-quota-remaining': String(quota.remaining),
      'x-quota-reset': seconds(quota.resetMs),
    });
  }
}

/** Corrects the remaining quota in the headers: the call was released. */
export function sendReleased(reply: FastifyReply): void {
  const [limit, remaining] = [reply.getHeader('x-quota-limit'), reply.getHeader('x-quota-remaining')];
  if (limit === undefined || remaining === undefined) return;
  void reply.header('x-quota-remaining', String(Math.min(Number(limit), Number(remaining) + 1)));
}

export const LIMIT_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-quota-limit',
  'x-quota-remaining',
  'x-quota-reset',
] as const;
