import type { Subscription } from '../api/account.types.js';
import { date } from '../app/words.js';

type Period = Pick<Subscription, 'period_end' | 'ends_at'>;

/** What happens when the current period is over: a plan that ends with it has no further one. */
export function afterThisPeriod({ period_end, ends_at }: Period): string {
  if (ends_at === null) return `A new period starts on ${date(period_end)}.`;
  if (Date.parse(ends_at) <= Date.parse(period_end))
    return `Your plan ends on ${date(ends_at)} and does not renew.`;
  return `A new period starts on ${date(period_end)}. Your plan ends on ${date(ends_at)}.`;
}
