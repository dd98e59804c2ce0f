import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE, ServiceError } from '../errors.js';
import {
  release,
  type CountedCall,
  operationOf,
  sendCalls,
  sendLimits,
  sendReleased,
} from '../http/counted-call.js';
import { traceOf } from '../http/plugins/observability.js';
import { scopeOf } from '../http/plugins/request-scope.js';
import { toServiceError } from '../http/render-error.js';
import type { ServedRoute } from '../http/route.js';
import type { Scope } from '../http/scopes.js';
import type { Admission } from '../work/admission.js';
import {
  isRejected,
  type AdmittedAccount,
  type Meter,
  type Rejected,
  type Reservation,
} from './meter/meter.js';
import type { KeyUse } from './meter/plan-rules.js';

/** The header of the specification, and an alias for proxies that drop header names with an underscore. */
const HEADERS = ['user_id', 'x-user-id'] as const;

/** Longer than any API key; longer values are not looked up. */
const MAX_API_KEY_LENGTH = 256;

/** The API key in the headers of a request; undefined without. Throws if an Authorization holds another one. */
export function sentApiKey({ headers, raw, routeOptions }: FastifyRequest): string | undefined {
  const { dialect } = routeOptions.config.route ?? {};
  const bearers = (raw.headersDistinct['authorization'] ?? []).flatMap(
    (text) => BEARER.exec(text.trim())?.[1] ?? [],
  );
  const own = (dialect?.apiKeyHeaders ?? HEADERS)
    .flatMap((name) => headers[name] ?? [])
    .map((value) => value.trim())
    .find((value) => value !== '');
  const apiKey = own ?? bearers[0];
  if (bearers.some((bearer) => bearer !== apiKey))
    throw new ServiceError('unknown-api-key', 'The headers hold different API keys; send one of them.');
  return apiKey;
}

const BEARER = /^bearer +(\S.*)$/i;

/** Admits calls with an API key by the plan of its account. */
export class ApiKeyCalls {
  readonly #meter: Meter;
  readonly #admission: Pick<Admission, 'check'>;

  constructor(meter: Meter, admission: Pick<Admission, 'check'>) {
    this.#meter = meter;
    this.#admission = admission;
  }

  /** Admits a call with the API key in its headers, or throws why not. */
  async authenticate(request: FastifyRequest, reply: FastifyReply, route: ServedRoute): Promise<void> {
    const apiKey = sentApiKey(request);
    if (apiKey === undefined) throw new ServiceError('no-api-key');
    if (typeof route.scope !== 'string') throw new Error(`The route ${route.path} has no scope of its own.`);
    await this.admit(request, reply, apiKey, {
      counts: route.cost === 'call',
      calls: route.callsOf(request),
      scope: route.scope,
    });
  }

  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    apiKey: string,
    {
      counts,
      calls = 1,
      scope,
    }: { readonly counts: boolean; readonly calls?: number; readonly scope: Scope },
  ): Promise<void> {
    if (apiKey.length > MAX_API_KEY_LENGTH) throw new ServiceError('unknown-api-key');
    const meter = this.#meter;
    const use = { scope, origin: request.headers.origin };
    request.keyHashes = meter.hashesOf(apiKey);
    const known = counts ? meter.recentAdmission(apiKey) : undefined;
    if (known !== undefined) this.#rejectIfFull(request, reply, known);
    await traceOf(request).step('admit', async () => {
      if (!counts) {
        this.#accept(request, reply, await meter.admitUncounted(apiKey, use));
        return;
      }
      const { reservation } = this.#accept(request, reply, await meter.admit(apiKey, use, calls), calls);
      request.counted = this.#counted(request, reply, { apiKey, use }, reservation);
    });
  }

  #counted(
    request: FastifyRequest,
    reply: FastifyReply,
    key: { readonly apiKey: string; readonly use: KeyUse },
    reservation: Reservation,
  ): CountedCall {
    const meter = this.#meter;
    const { calls } = reservation;
    return {
      calls,
      begin: () => undefined,
      settle: async (outcome, counts, used = calls) => {
        await meter.settle(reservation, operationOf(request), outcome, counts, used);
        if (counts && !reply.sent) sendCalls(reply, { calls }, used);
      },
      // Waits for the rate limit of the plan as long as there is time; other rejections are final.
      another: async (signal, maxWaitMs) => {
        for (;;) {
          signal.throwIfAborted();
          const admitted = await meter.admit(key.apiKey, key.use, calls);
          const waitMs = isRejected(admitted) ? waitFor(admitted) : 0;
          if (waitMs === 0 || waitMs > maxWaitMs()) {
            const { reservation: next } = this.#accept(request, reply, admitted, calls);
            return this.#counted(request, reply, key, next);
          }
          await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        }
      },
    };
  }

  /** Notes whose call it is, and what the plan still allows; throws if the plan does not allow the call. */
  #accept<Admitted extends AdmittedAccount>(
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: Admitted | Rejected,
    calls = 1,
  ): Admitted {
    if (admitted.limits !== undefined && !reply.sent) sendLimits(reply, admitted.limits);
    if (isRejected(admitted)) {
      const { rejected, accountId, retryAfterMs } = admitted;
      request.callerId = accountId ?? null;
      if (accountId !== undefined)
        this.#meter.noteRejection(accountId, operationOf(request), ERROR_CATALOGUE[rejected].number);
      const details =
        retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
      throw new ServiceError(rejected, tooFew(admitted, calls), details);
    }
    request.account = admitted.account;
    request.callerId = admitted.account.accountId;
    return admitted;
  }

  /**
   * Under overload nearly every call is rejected, so a rejection must be cheap: for a recently admitted caller, no call is
   * reserved and released, which would take two transactions.
   */
  #rejectIfFull(request: FastifyRequest, reply: FastifyReply, { account, limits }: AdmittedAccount): void {
    try {
      this.#admission.check(account.accountId, scopeOf(request).maxWaitMs());
    } catch (error) {
      request.account = account;
      request.callerId = account.accountId;
      sendLimits(reply, limits);
      const { number } = ERROR_CATALOGUE[toServiceError(error).code];
      this.#meter.noteRejection(account.accountId, operationOf(request), number);
      throw error;
    }
  }
}

/** What a quota that is not used up says to a request of several calls. */
function tooFew({ rejected, limits }: Rejected, calls: number): string | undefined {
  const { remaining = 0 } = limits?.quota ?? {};
  return rejected === 'quota' && calls > 1 && remaining > 0
    ? `The request may take ${calls} calls, and the plan allows ${remaining} more this month; ask for fewer faces with max_faces.`
    : undefined;
}

/** Until the rate of the plan allows the call; for ever if waiting does not help. */
const waitFor = ({ rejected, retryAfterMs = Infinity }: Rejected): number =>
  rejected === 'rate-limit' ? Math.max(1, retryAfterMs) : Infinity;

/** Releases the calls of requests that fail before their work. */
export function addRelease(app: FastifyInstance): void {
  app.addHook('onError', async ({ counted }, reply, error) => {
    if (counted !== null && (await release(counted, error))) sendReleased(reply, counted.calls);
  });
}
