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

export const ALLOWANCE_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-quota-limit',
  'x-quota-remaining',
  'x-quota-reset',
] as const;
