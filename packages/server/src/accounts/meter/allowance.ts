import type { Allowance } from './meter.js';
import type { Metered } from './meter-store.js';
import { paceOf, tokensAt, waitAt } from './pace.js';

/** What is left of the plan after a call. */
export function allowanceOf({ plan, now, tat, taken, periodEnd }: Metered): Allowance {
  const pace = paceOf(plan);
  const limit = plan.callsPerMonth;
  return {
    rate: pace && {
      limit: pace.burst,
      remaining: Math.max(0, tokensAt(pace, tat, now)),
      resetMs: Math.max(0, tat - now),
    },
    quota:
      limit === null
        ? null
        : {
            limit,
            used: taken,
            remaining: Math.max(0, limit - taken),
            resetMs: Math.max(0, periodEnd - now),
          },
  };
}

/** How long the caller should wait before the next call can succeed. */
export function retryAfterMs({ result, plan, now, tat, periodEnd }: Metered): number {
  const pace = paceOf(plan);
  if (result === 'quota') return Math.max(0, periodEnd - now);
  return pace === null ? 0 : waitAt(pace, tat, now);
}
