import type { UsageDay } from './usage-table.js';

/** The chart's own units; the page scales it to its width. */
export const CHART = { width: 720, height: 200 } as const;

export interface Bar {
  readonly day: string;
  /** The whole width of the day, to point at. */
  readonly slot: { readonly x: number; readonly width: number };
  readonly x: number;
  readonly width: number;
  /** From the ground up; `series` is the index of the table's series. */
  readonly parts: readonly { readonly series: number; readonly y: number; readonly height: number }[];
}

const GAP_SHARE = 0.25;
const MAX_BAR = 48;

/** Where the bars of each day lie when the chart's top stands for `top` calls. */
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
