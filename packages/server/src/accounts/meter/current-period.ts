import { CLOCK_SLACK_MS } from './pace.js';

export interface KeptPeriod {
  readonly anchor: number | null;
  readonly period_start: number;
  readonly period_end: number;
}

/**
 * Whether the kept period is that of now. One that begins later is of a clock that was ahead and has been set back:
 * the quota would not be renewed before that time comes. The first one begins with the plan, whatever the clock says.
 */
export const isCurrentPeriod = ({ anchor, period_start, period_end }: KeptPeriod, now: number): boolean =>
  now < period_end && (period_start === anchor || period_start <= now + CLOCK_SLACK_MS);
