import type { FastifyReply } from 'fastify';
import type { Allowance } from '../accounts/meter/meter.js';

const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

/** What the plan still allows, on every answer that knows the account. A limit that the plan does not set is not sent. */
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

/** One call of the quota more than was sent before, because this one does not count after all. */
export function sendGivenBack(reply: FastifyReply): void {
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
