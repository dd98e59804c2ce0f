import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  isRefused,
  type Allowance,
  type Known,
  type Meter,
  type Refused,
} from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import { ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { toServiceError } from '../render-error.js';
import { traceOf } from './trace-requests.js';

/**
 * Who may call a route: anyone; callers with a valid user id; people who are logged in; administrators who are logged
 * in; or anonymous users of the portal, within the limits of the trial.
 */
export type RouteAuth = 'public' | 'user-id' | 'session' | 'administrator' | 'trial';

/** The authentication that a route declares. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}

/** The header of the specification, and an alias for proxies that drop header names with an underscore. */
const HEADERS = ['user_id', 'x-user-id'] as const;

/** Longer than any user id; longer values are not looked up. */
const MAX_USER_ID_LENGTH = 256;

/** The user id in the headers of a request. */
export function userIdOf(request: FastifyRequest): string {
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  throw new ServiceError('no-user-id');
}

/** The error for a call that the meter refused. The refusal is recorded in the usage of the account. */
export function refusalOf(
  { refused, accountId, retryAfterMs }: Refused,
  meter: Meter,
  path: string,
): ServiceError {
  if (accountId !== undefined) meter.noteRefusal(accountId, path, ERROR_CATALOGUE[refused].number);
  return new ServiceError(
    refused,
    undefined,
    retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  );
}

const declaredAuth = ({ method, url, config }: RouteOptions): DeclaredAuth => ({
  method: [method].flat().join(','),
  url,
  auth: config?.auth,
});

/**
 * Checks the user id and its plan before the body is read, on every route that requires one. Every route must declare
 * its authentication.
 */
export function addAuthentication(app: FastifyInstance, meter: Meter, admission: Admission): void {
  app.decorateRequest('account', null);
  app.decorateRequest('callerId', null);
  app.decorateRequest('reservation', null);
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
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    if (config.auth !== 'user-id') return;
    const userId = userIdOf(request);
    if (userId.length > MAX_USER_ID_LENGTH) throw new ServiceError('unknown-user-id');
    const known = meter.recentAdmission(userId);
    if (known !== undefined) refuseIfFull(request, reply, known);
    const answer = await traceOf(request).step('admit', () => meter.admit(userId));
    if (answer.allowance !== undefined) sendAllowance(reply, answer.allowance);
    if (isRefused(answer)) {
      request.callerId = answer.accountId ?? null;
      throw refusalOf(answer, meter, url);
    }
    request.account = answer.account;
    request.callerId = answer.account.accountId;
    request.reservation = answer.reservation;
  });

  /**
   * Under overload nearly every call is refused, so a refusal must be cheap: for a recently admitted caller, no call is
   * reserved and released, which would take two transactions.
   */
  function refuseIfFull(request: FastifyRequest, reply: FastifyReply, { account, allowance }: Known): void {
    const { scope, routeOptions } = request;
    try {
      admission.check(account.accountId, scope?.maxWaitMs() ?? Infinity);
    } catch (error) {
      request.account = account;
      request.callerId = account.accountId;
      sendAllowance(reply, allowance);
      meter.noteRefusal(
        account.accountId,
        routeOptions.url ?? '',
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
export function sendAllowance(reply: FastifyReply, { rate, quota }: Allowance): void {
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

export const ALLOWANCE_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-quota-limit',
  'x-quota-remaining',
  'x-quota-reset',
] as const;
