import { useMemo, type ReactElement } from 'react';
import type { UsageRow } from '../api/account.types.js';
import { calls, count, shortDay } from '../app/format.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/states.js';
import { Table } from '../design/table.js';
import { UsageChart } from './usage-chart.js';
import { isoDay, seriesName, usageTable, type UsageTable } from './usage-table.js';

interface CallsByDayProps {
  readonly rows: readonly UsageRow[];
  readonly range: number;
}

export function CallsByDay({ rows, range }: CallsByDayProps): ReactElement {
  const table = useMemo(() => usageTable(rows, range, isoDay(Date.now())), [rows, range]);
  if (table.series.length === 0)
    return (
      <EmptyState
        title={`No calls in the last ${range} days`}
        actions={
          <ButtonLink look="primary" href="#/playground">
            Make your first call
          </ButtonLink>
        }
      >
        Each call appears here as soon as its response is sent.
      </EmptyState>
    );
  return (
    <>
      <p>
        <strong className="numbers">{calls(table.analysed)}</strong> analysed
        {table.rejected > 0 && `, ${count(table.rejected)} rejected or failed, which do not count`}.
      </p>
      <UsageChart table={table} />
      <details className="usage-details">
        <summary>Show as a table</summary>
        <DayTable table={table} />
      </details>
    </>
  );
}

/** The newest day first, and only days with calls: the chart shows the gaps. */
function DayTable({ table }: { readonly table: UsageTable }): ReactElement {
  const days = table.days.filter(({ total }) => total > 0).reverse();
  return (
    <Table
      label="Calls by day and operation"
      columns={['Day (UTC)', ...table.series.map(seriesName), 'Total']}
    >
      {days.map(({ day, calls: byOperation, total }) => (
        <tr key={day}>
          <th scope="row">{shortDay(day)}</th>
          {byOperation.map((value, n) => (
            <td key={table.series[n]}>{count(value)}</td>
          ))}
          <td>{count(total)}</td>
        </tr>
      ))}
    </Table>
  );
}

const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

interface RangeChoiceProps {
  readonly range: Range;
  readonly onChoose: (range: Range) => void;
}

export function RangeChoice({ range, onChoose }: RangeChoiceProps): ReactElement {
  return (
    <fieldset className="range">
      <legend className="visually-hidden">How many days</legend>
      {RANGES.map((days) => (
        <label key={days}>
          <input
            type="radio"
            name="range"
            className="visually-hidden"
            checked={range === days}
            onChange={() => {
              onChoose(days);
            }}
          />
          <span>{days} days</span>
        </label>
      ))}
    </fieldset>
  );
}
