import type { ReactElement } from 'react';
import type { Latency, Quota, Usage, UsageRow } from '../api/account.types.js';
import { calls, count, counted, date } from '../app/format.js';
import { analysed } from './usage-table.js';

interface UsageTilesProps {
  readonly usage: Usage;
  /** The number of days that the calls cover. */
  readonly range: number;
}

/** The figures that users look for first. */
export function UsageTiles({ usage, range }: UsageTilesProps): ReactElement {
  const { days: rows, quota, latency } = usage;
  const made = rows.reduce((sum, row) => sum + row.calls, 0);
  return (
    <dl className="tiles">
      <Tile name="Calls" value={count(made)} detail={`In the last ${range} days.`} />
      <Tile name="Success rate" {...successRate(rows, made)} />
      <Tile name="Response time (p95)" {...responseTime(latency)} />
      <Tile name="Quota lasts" {...quotaOutlook(quota, rows, Date.now())} />
    </dl>
  );
}

function Tile({ name, value, detail }: Figure & { readonly name: string }): ReactElement {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd className="tile-value numbers">{value}</dd>
      <dd className="muted small">{detail}</dd>
    </div>
  );
}

function successRate(rows: readonly UsageRow[], made: number): Figure {
  if (made === 0) return { value: '–', detail: 'No calls yet.' };
  const good = rows.reduce((sum, { outcome, calls: n }) => sum + (outcome === '1000' ? n : 0), 0);
  // Rounded down: 100% means every call.
  const percent = Math.floor((good / made) * 1000) / 10;
  return { value: `${percent}%`, detail: `${count(good)} of ${calls(made)} ended with code 1000.` };
}

function responseTime(latency: Latency | null): Figure {
  if (latency === null) return { value: '–', detail: 'No analysed request in the log.' };
  return {
    value: `${count(latency.p95_ms)} ms`,
    detail: `Of the last ${latency.requests === 1 ? 'analysed request' : `${count(latency.requests)} analysed requests`}.`,
  };
}

/** What a tile shows: a figure, and a sentence about it. */
interface Figure {
  readonly value: string;
  readonly detail: string;
}

const DAY_MS = 86_400_000;
/** Days from which the pace is taken. */
const PACE_DAYS = 7;

const days = (value: number): string => counted(value, 'day');

/** How long the quota lasts: until its period ends, or until it is used up at the pace of the last days. */
export function quotaOutlook(quota: Quota | null, rows: readonly UsageRow[], now: number): Figure {
  if (quota === null) return { value: 'No plan', detail: 'Calls are rejected until you choose one.' };
  const { limit, remaining, used, period_end } = quota;
  if (limit === null || remaining === null)
    return { value: 'No limit', detail: `${calls(used)} this period.` };
  const end = Date.parse(period_end);
  if (remaining === 0)
    return { value: 'Used up', detail: `All ${count(limit)} calls. The period ends on ${date(period_end)}.` };
  const untilEnd = Math.max(0, Math.ceil((end - now) / DAY_MS));
  const lasting = remaining / pacePerDay(rows, now);
  if (lasting >= untilEnd)
    return { value: days(untilEnd), detail: `The period ends on ${date(period_end)}.` };
  return {
    value: lasting < 1 ? 'Under a day' : days(Math.floor(lasting)),
    detail: `At the pace of the last ${PACE_DAYS} days. After that, calls are rejected until ${date(period_end)}.`,
  };
}

function pacePerDay(rows: readonly UsageRow[], now: number): number {
  const since = new Date(now - (PACE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const counted = rows.filter(({ day, outcome }) => day >= since && analysed(outcome));
  return counted.reduce((sum, row) => sum + row.calls, 0) / PACE_DAYS;
}
