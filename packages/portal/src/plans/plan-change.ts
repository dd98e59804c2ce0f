import type { OfferedPlan, Subscription } from '../api/account.types.js';
import { calls, count, date } from '../app/words.js';

/** What a button beside a plan does. */
export type PlanStep = 'current' | 'choose' | 'change' | 'resume';

export function stepTo(plan: OfferedPlan, subscription: Subscription | null): PlanStep {
  if (subscription?.active !== true) return 'choose';
  if (subscription.plan.id !== plan.id) return 'change';
  return subscription.ends_at === null ? 'current' : 'resume';
}

/** What a change of plan brings, in sentences, before anybody presses the button. */
export function changeWords(plan: OfferedPlan, subscription: Subscription): readonly string[] {
  const { used, period_end, ends_at } = subscription;
  const limit = plan.calls_per_month;
  return [
    `${plan.name} replaces ${subscription.plan.name} and takes effect immediately.`,
    `Your period stays the same: it ends on ${date(period_end)}${used === 0 ? '' : `, and the ${calls(used)} you have made in it count towards the new plan`}.`,
    ...(limit !== null && used >= limit
      ? [
          `That uses up the ${count(limit)} calls of ${plan.name}: calls are refused until ${date(period_end)}.`,
        ]
      : []),
    ...(ends_at === null ? [] : ['Your cancellation is withdrawn.']),
  ];
}
