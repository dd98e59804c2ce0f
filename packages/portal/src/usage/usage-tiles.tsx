import type { ReactElement } from 'react';
import type { Latency, Usage, UsageRow } from '../api/account.types.js';
import { calls, count } from '../app/words.js';
import { quotaOutlook, type Figure } from './quota-outlook.js';

interface UsageTilesProps {
  readonly usage: Usage;
  /** Days that the calls are of. */
  readonly range: number;
}

/** The figures that people look for first. */
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
  return { value: `${percent}%`, detail: `${count(good)} of ${calls(made)} answered with code 1000.` };
}

function responseTime(latency: Latency | null): Figure {
  if (latency === null) return { value: '–', detail: 'No analysed request in the log.' };
  return {
    value: `${count(latency.p95_ms)} ms`,
    detail: `Of the last ${latency.requests === 1 ? 'analysed request' : `${count(latency.requests)} analysed requests`}.`,
  };
}
