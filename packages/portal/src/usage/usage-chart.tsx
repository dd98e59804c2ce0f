import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { calls, count, shortDay } from '../app/format.js';
import { scaleTop, seriesClass, seriesName, type UsageDay, type UsageTable } from './usage-table.js';

/** Stacked bars, drawn by hand: a day is a bar, an operation a colour. The table below says the same in numbers. */
export function UsageChart({ table }: { readonly table: UsageTable }): ReactElement {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = scaleTop(Math.max(...table.days.map(({ total }) => total)));
  const bars = stackBars(table.days, top);
  const clear = (): void => {
    setPointed(null);
  };
  const move = (event: KeyboardEvent): void => {
    const to = dayAfterKey(event.key, pointed, table.days.length);
    if (to === undefined) return;
    event.preventDefault();
    setPointed(to);
  };
  const day = pointed === null ? undefined : table.days[pointed];
  const bar = pointed === null ? undefined : bars[pointed];
  return (
    <figure className="chart">
      <div
        className="chart-plot"
        role="group"
        tabIndex={0}
        aria-label="Calls by day. Press the arrow keys to read each day."
        onKeyDown={move}
        onBlur={clear}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves when it is lifted; what it pointed at stays to be read.
          if (pointerType === 'mouse') clear();
        }}
      >
        <svg
          viewBox={`0 0 ${CHART.width} ${CHART.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Calls by day and operation over ${table.days.length} days, ${calls(table.analysed)} in all.`}
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              className="chart-line"
              x1="0"
              x2={CHART.width}
              y1={yOf(share)}
              y2={yOf(share)}
            />
          ))}
          {bars.map(({ day: key, slot, x, width, parts }, n) => (
            <g
              key={key}
              className={pointed === n ? 'chart-pointed' : undefined}
              onPointerEnter={() => {
                setPointed(n);
              }}
            >
              <rect className="chart-touch" x={slot.x} width={slot.width} y="0" height={CHART.height} />
              {parts.map(({ series, y, height }) => (
                <rect
                  key={series}
                  className={seriesClass(table.series[series] ?? '')}
                  x={x}
                  width={width}
                  y={y}
                  height={height}
                />
              ))}
            </g>
          ))}
        </svg>
        <div role="status">
          {day !== undefined && bar !== undefined && (
            <Tooltip day={day} series={table.series} at={(bar.x + bar.width / 2) / CHART.width} />
          )}
        </div>
      </div>
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
          {table.series.map((series) => (
            <li key={series}>
              <Swatch series={series} />
              {seriesName(series)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

interface TooltipProps {
  readonly day: UsageDay;
  readonly series: readonly string[];
  /** From 0 at the left edge to 1 at the right. */
  readonly at: number;
}

function Tooltip({ day, series, at }: TooltipProps): ReactElement {
  return (
    <div
      className="chart-tip numbers"
      style={{ left: `clamp(0px, calc(${at * 100}% - 6rem), calc(100% - 12rem))` }}
    >
      <p>
        <strong>{shortDay(day.day)}</strong>: {calls(day.total)}
      </p>
      <ul>
        {series.map((name, n) => {
          const value = day.calls[n] ?? 0;
          return value === 0 ? null : (
            <li key={name}>
              <Swatch series={name} /> {seriesName(name)} <span>{count(value)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const Swatch = ({ series }: { readonly series: string }): ReactElement => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <rect className={seriesClass(series)} width="12" height="12" rx="2" />
  </svg>
);

const yOf = (share: number): number => CHART.height - share * CHART.height;

/** The day that a key leads to; null for none, undefined for a key that means nothing here. */
function dayAfterKey(key: string, from: number | null, length: number): number | null | undefined {
  const last = length - 1;
  if (key === 'ArrowLeft') return Math.max(0, (from ?? length) - 1);
  if (key === 'ArrowRight') return Math.min(last, (from ?? last - 1) + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'Escape') return null;
  return undefined;
}

/** The chart's own units; the page scales it to its width. */
export const CHART = { width: 720, height: 200 } as const;

interface Bar {
  readonly day: string;
  /** The whole width of the day, to point at. */
  readonly slot: { readonly x: number; readonly width: number };
  readonly x: number;
  readonly width: number;
  /** From the bottom up; `series` is the index of the table's series. */
  readonly parts: readonly { readonly series: number; readonly y: number; readonly height: number }[];
}

const GAP_SHARE = 0.25;
const MAX_BAR = 48;

/** The bars of each day, if the top of the chart represents `top` calls. */
export function stackBars(days: readonly UsageDay[], top: number): Bar[] {
  const slot = CHART.width / Math.max(1, days.length);
  const width = Math.min(MAX_BAR, slot * (1 - GAP_SHARE));
  return days.map(({ day, calls }, n) => {
    let ground = CHART.height;
    const parts = calls.flatMap((value, series) => {
      if (value === 0) return [];
      const height = (value / top) * CHART.height;
      ground -= height;
      return [{ series, y: ground, height }];
    });
    return { day, slot: { x: n * slot, width: slot }, x: n * slot + (slot - width) / 2, width, parts };
  });
}
