import { useState, type ReactElement } from 'react';
import { calls, count, shortDay } from '../app/words.js';
import { seriesName } from './series-name.js';
import { stackBars, CHART } from './stack-bars.js';
import { REFUSED, scaleTop, type UsageDay, type UsageTable } from './usage-table.js';

/** Stacked bars, drawn by hand: a day is a bar, an operation a colour. The table below says the same in numbers. */
export function UsageChart({ table }: { readonly table: UsageTable }): ReactElement {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = scaleTop(Math.max(...table.days.map(({ total }) => total)));
  const bars = stackBars(table.days, top);
  const day = pointed === null ? undefined : table.days[pointed];
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Calls by day and operation over ${table.days.length} days, ${calls(table.answered)} in all.`}
        onPointerLeave={() => {
          setPointed(null);
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <line key={share} className="chart-line" x1="0" x2={CHART.width} y1={yOf(share)} y2={yOf(share)} />
        ))}
        {bars.map((bar, n) => (
          <g
            key={bar.day}
            className={pointed === n ? 'chart-pointed' : undefined}
            onPointerEnter={() => {
              setPointed(n);
            }}
          >
            <rect className="chart-touch" x={bar.slot.x} width={bar.slot.width} y="0" height={CHART.height} />
            {bar.parts.map(({ series, y, height }) => (
              <rect
                key={series}
                className={seriesClass(table.series[series], series)}
                x={bar.x}
                width={bar.width}
                y={y}
                height={height}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className="chart-scale" aria-hidden="true">
        <span>{count(top)}</span>
        <span>{count(top / 2)}</span>
        <span>0</span>
      </div>
      <div className="chart-days" aria-hidden="true">
        <span>{shortDay(table.days[0]?.day ?? '')}</span>
        <span>{shortDay(table.days.at(-1)?.day ?? '')}</span>
      </div>
      <figcaption>
        <ul className="legend">
          {table.series.map((series, n) => (
            <li key={series}>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <rect className={seriesClass(series, n)} width="12" height="12" rx="2" />
              </svg>
              {seriesName(series)}
            </li>
          ))}
        </ul>
        <p className="chart-readout numbers">
          {day === undefined ? 'Point at a day to read its numbers.' : readout(day, table.series)}
        </p>
      </figcaption>
    </figure>
  );
}

const yOf = (share: number): number => CHART.height - share * CHART.height;

const COLOURS = 4;

const seriesClass = (series: string | undefined, n: number): string =>
  series === REFUSED ? 'chart-refused' : `chart-${(n % COLOURS) + 1}`;

function readout({ day, calls: bySeries, total }: UsageDay, series: readonly string[]): string {
  const parts = series.flatMap((name, n) => {
    const value = bySeries[n] ?? 0;
    return value === 0 ? [] : [`${seriesName(name)} ${count(value)}`];
  });
  return `${shortDay(day)}: ${calls(total)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
