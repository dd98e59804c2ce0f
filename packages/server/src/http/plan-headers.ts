import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a plan still allows; null for a limit that it does not have. */
export interface PlanState {
  readonly rate: PlanLimit | null;
  readonly quota: PlanLimit | null;
}

interface PlanLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

const RATE = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
const QUOTA = ['x-quota-limit', 'x-quota-remaining', 'x-quota-reset'] as const;

export const LIMIT_HEADERS = [...RATE, ...QUOTA];

/** Sends what the plan still allows, on every response to a known caller. */
export function sendLimits(reply: FastifyReply, { rate, quota }: PlanState): void {
  for (const [[limit, remaining, reset], state] of [
    [RATE, rate],
    [QUOTA, quota],
  ] as const)
    if (state !== null)
      void reply.headers({
        [limit]: String(state.limit),
        [remaining]: String(state.remaining),
        [reset]: String(Math.ceil(state.resetMs / 1000)),
      });
}

/** Corrects the remaining quota in the headers: the call was released. */
export function sendReleased(reply: FastifyReply): void {
  const [limit, remaining] = [reply.getHeader('x-quota-limit'), reply.getHeader('x-quota-remaining')];
  if (limit === undefined || remaining === undefined) return;
  void reply.header('x-quota-remaining', String(Math.min(Number(limit), Number(remaining) + 1)));
}

/** The operation as usage and logs name it: the route, unless one route has several. */
export const operationOf = ({ operation, routeOptions }: FastifyRequest): string =>
  operation ?? routeOptions.url ?? '';
