import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isRefused, type Known, type Meter, type Refused } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import { ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { sendAllowance } from '../allowance-headers.js';
import { toServiceError } from '../render-error.js';
import { traceOf } from './trace-requests.js';
import type { DeclaredAuth } from '../route-auth.js';

/** The header of the specification, and its alias for proxies that drop names with an underscore. */
const HEADERS = ['user_id', 'x-user-id'] as const;

/** Longer than any id; what is longer is not looked up. */
const LONGEST_USER_ID = 256;

/** The user id that a request brings. */
export function userIdOf(request: FastifyRequest): string {
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  throw new ServiceError('no-user-id');
}

/** The error of a call that the meter has refused, which is noted with the usage of the account. */
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
 * Checks the user id and the plan behind it before the body is read, on every route that asks for one.
 * A route must declare who may call it.
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
    const silent = routes.map(declaredAuth).find(({ auth }) => auth === undefined);
    done(
      silent && new Error(`The route ${silent.method} ${silent.url} does not declare its authentication.`),
    );
  });
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    if (config.auth !== 'user-id') return;
    const userId = userIdOf(request);
    if (userId.length > LONGEST_USER_ID) throw new ServiceError('unknown-user-id');
    const known = meter.recentAdmission(userId);
    if (known !== undefined) refuseWhereFull(request, reply, known);
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
   * In a flood nearly every call is refused, so that refusing must cost next to nothing: for a caller who is known from a
   * moment ago no call is held and given back, which would be two transactions.
   */
  function refuseWhereFull(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, allowance }: Known,
  ): void {
    const { life, routeOptions } = request;
    try {
      admission.check(account.accountId, life?.patienceMs() ?? Infinity);
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
