import type { Plan } from '../plans/plans.js';
import type { Metered, Verdict } from './meter-store.js';
import { paceOf } from './pace.js';
import { judgeStanding, type GoodStanding } from './standing.js';

export interface AdmitRow {
  /** Which of the asked ids, from 1 on. */
  readonly n: number;
  readonly account_id: string;
  readonly suspended_at: number | null;
  readonly plan: string | null;
  readonly started_at: number | null;
  readonly ends_at: number | null;
  readonly now: number;
  readonly period_start: number | null;
  readonly period_end: number;
  readonly used: number;
  readonly held: number;
  readonly tat: number;
  readonly batch_paced: number;
  readonly batch_held: number;
}

/** The period of the account is over, or has never begun: it has to be turned before anything is admitted. */
export interface PeriodOver {
  readonly kind: 'period-over';
  readonly accountId: string;
  readonly startedAt: number;
  readonly now: number;
}

/** What the batch means for each of the calls of one id, in the order in which they came; no row, nobody has it. */
export function verdictsOf(
  row: AdmitRow | undefined,
  calls: number,
  plans: ReadonlyMap<string, Plan>,
): Verdict[] | PeriodOver {
  if (row === undefined)
    return Array.from({ length: calls }, () => ({ kind: 'refused', reason: 'unknown-user-id' }));
  const accountId = row.account_id;
  const standing = judgeStanding(
    { suspendedAt: row.suspended_at, plan: row.plan, startedAt: row.started_at, endsAt: row.ends_at },
    plans,
    row.now,
  );
  if (typeof standing === 'string')
    return Array.from({ length: calls }, () => ({ kind: 'refused', reason: standing, accountId }));
  if (row.period_start === null)
    return { kind: 'period-over', accountId, startedAt: standing.startedAt, now: row.now };
  const periodStart = row.period_start;
  return Array.from({ length: calls }, (_, n) => meteredCall(row, standing, periodStart, n));
}

/** The n-th call of the batch, told as if the calls had come one by one. */
function meteredCall(row: AdmitRow, { plan }: GoodStanding, periodStart: number, n: number): Metered {
  const isPaced = n < row.batch_paced;
  const isHeld = n < row.batch_held;
  const intervalMs = paceOf(plan)?.intervalMs ?? 0;
  const laterPaced = isPaced ? row.batch_paced - 1 - n : 0;
  const laterHeld = isHeld ? row.batch_held - 1 - n : 0;
  return {
    kind: 'metered',
    result: isHeld ? 'held' : isPaced ? 'quota' : 'rate-limit',
    accountId: row.account_id,
    plan,
    now: row.now,
    tat: row.tat - laterPaced * intervalMs,
    taken: row.used + row.held - laterHeld,
    periodStart,
    periodEnd: row.period_end,
  };
}

/** The catalogue in the order of the statement's parameters. */
export function planParameters(plans: ReadonlyMap<string, Plan>): unknown[] {
  const all = [...plans.values()];
  const paces = all.map(paceOf);
  return [
    all.map(({ id }) => id),
    all.map(({ callsPerMonth }) => callsPerMonth),
    paces.map((pace) => pace?.intervalMs ?? null),
    paces.map((pace) => pace?.burst ?? null),
  ];
}
