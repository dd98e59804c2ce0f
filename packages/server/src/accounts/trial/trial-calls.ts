import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { ServiceError } from '../../errors.js';
import { type Authenticate, comesFromOwnPage } from '../../http/plugins/authenticate.js';
import { sendLimits } from '../../http/counted-call.js';
import { networkOf } from '../../http/network.js';
import { scopeOf, type RequestScope } from '../../http/plugins/request-scope.js';
import { sentApiKey } from '../authenticate.js';
import { TrialBudget, type TrialLimits } from './trial-budget.js';
import { TrialMetrics } from './trial-metrics.js';

/** All trial calls share one memory limit. */
const MEMORY_OWNER = 'trial';

export interface TrialCallsOptions {
  readonly limits: TrialLimits;
  readonly deadlineMs: number;
  readonly publicUrl: string | undefined;
  readonly registry: Registry;
  /** Calls that the engine works on. */
  readonly running: () => number;
}

/**
 * Calls of visitors of the portal who have no account: the operations of the API, on a plan of their own. An attacker can
 * send anything from any number of addresses, so the cost of these calls is limited in total and not only for each network.
 */
export class TrialCalls {
  readonly #options: TrialCallsOptions;
  readonly #metrics: TrialMetrics;
  readonly #budget: TrialBudget;

  constructor(options: TrialCallsOptions) {
    this.#options = options;
    this.#metrics = new TrialMetrics(options.registry, {
      callsLeft: () => this.#budget.callsLeft,
      open: () => this.#budget.openCalls,
      running: options.running,
    });
    this.#budget = new TrialBudget(options.limits, (bound) => {
      this.#metrics.countRejection(bound);
    });
  }

  /** Admits calls without an API key that come from a page of the service; all others need the key. */
  orElse(withApiKey: Authenticate): Authenticate {
    return async (request, reply, route) => {
      const isTrial = sentApiKey(request) === undefined && comesFromOwnPage(request, this.#options.publicUrl);
      if (isTrial) this.#admit(request, reply);
      else await withApiKey(request, reply, route);
    };
  }

  observeWait(ms: number): void {
    this.#metrics.observeWait(ms);
  }

  /** Counts the time that a worker spent on a call. */
  countWork(ms: number): void {
    this.#budget.countWork(ms);
    this.#metrics.countWork(ms);
  }

  #admit(request: FastifyRequest, reply: FastifyReply): void {
    const { deadlineMs } = this.#options;
    const call = this.#budget.open(networkOf(request.ip));
    reply.raw.once('close', call.close);
    sendLimits(reply, { rate: null, quota: call });
    let hasBegun = false;
    request.memoryOwner = MEMORY_OWNER;
    request.scope = withDeadline(scopeOf(request), reply, deadlineMs, () =>
      hasBegun ? tooLong(deadlineMs) : busy(deadlineMs),
    );
    request.counted = {
      begin: () => {
        hasBegun = true;
      },
      settle: () => {
        call.close();
        return Promise.resolve();
      },
    };
  }
}

const tooLong = (deadlineMs: number): ServiceError =>
  new ServiceError('deadline', `The call took longer than ${deadlineMs} ms.`);

const busy = (deadlineMs: number): ServiceError =>
  new ServiceError(
    'overloaded',
    'The service is busy with the calls of its users; try again shortly.',
    { retryAfterSeconds: Math.ceil(deadlineMs / 1000) },
    { because: 'trial-busy' },
  );

/** A scope that ends earlier. */
function withDeadline(
  scope: RequestScope,
  reply: FastifyReply,
  deadlineMs: number,
  late: () => ServiceError,
): RequestScope {
  const endsAt = performance.now() + deadlineMs;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(late());
  }, deadlineMs);
  reply.raw.once('close', () => {
    clearTimeout(timer);
  });
  return {
    ...scope,
    signal: AbortSignal.any([scope.signal, controller.signal]),
    maxWaitMs: () => Math.min(scope.maxWaitMs(), Math.max(0, endsAt - performance.now()) / 2),
  };
}
