import type { Plan } from '../plans/plans.js';
import type { StandingRefusal } from './meter-store.js';

/** What the database knows of the account behind a user id. */
export interface Standing {
  readonly suspendedAt: number | null;
  readonly plan: string | null;
  readonly startedAt: number | null;
  readonly endsAt: number | null;
}

export interface GoodStanding {
  readonly plan: Plan;
  readonly startedAt: number;
}

/** The plan by which the account may call, or why it may not. */
export function judgeStanding(
  { suspendedAt, plan, startedAt, endsAt }: Standing,
  plans: ReadonlyMap<string, Plan>,
  now: number,
): GoodStanding | StandingRefusal {
  if (suspendedAt !== null) return 'account-suspended';
  const known = plan === null ? undefined : plans.get(plan);
  if (known === undefined || startedAt === null) return 'no-subscription';
  if (endsAt !== null && endsAt <= now) return 'subscription-ended';
  return { plan: known, startedAt };
}
