import { useSession } from '../../app/session.js';
import { usePlayground } from '../playground-state.js';

interface CallsLeft {
  /** null: without a limit, or not known before the first call. */
  readonly calls: number | null;
  /** When there are more: the trial counts by the hour, a plan by the month. */
  readonly period: 'hour' | 'month';
}

/** What the trial or the plan still allows, as the last response said it, or else the account. */
export function useCallsLeft(): CallsLeft {
  const { account } = useSession();
  const { left } = usePlayground().callCounter;
  if (account === null) return { calls: left, period: 'hour' };
  const { plan, used = 0 } = account.subscription ?? {};
  const quota = plan?.calls_per_month ?? null;
  return { calls: left ?? (quota === null ? null : Math.max(0, quota - used)), period: 'month' };
}
