import type { UsageRow } from '../api/account.types.js';
import { operationName } from '../app/format.js';
import { isCounted } from '../errors/error-rules.js';

/** One day: how many calls of each series, in the order of the table's series. */
export interface UsageDay {
  readonly day: string;
  readonly calls: readonly number[];
  readonly total: number;
}

export interface UsageTable {
  /** The operations that were called, always in the same order, then `REJECTED` if there was any. */
  readonly series: readonly string[];
  readonly days: readonly UsageDay[];
  readonly analysed: number;
  readonly rejected: number;
}

/** Calls whose client disconnected during the analysis, and whose time or memory ran out meanwhile. */
const COUNTED_WITHOUT_RESULT = ['abandoned', 'unfinished'];

/** Whether calls with this outcome were analysed, and so count against the quota. */
export const analysed = (outcome: string): boolean =>
  isCounted(outcome) || COUNTED_WITHOUT_RESULT.includes(outcome);

const DAY_MS = 86_400_000;

/** The last `length` days up to and including `today` (UTC), also those without calls. */
export function usageTable(rows: readonly UsageRow[], length: number, today: string): UsageTable {
  const inRange = new Set(lastDays(length, today));
  const sums = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const { day, operation, outcome, calls } of rows) {
    if (!inRange.has(day)) continue;
    const name = analysed(outcome) ? operation : REJECTED;
    sums.set(`${day} ${name}`, (sums.get(`${day} ${name}`) ?? 0) + calls);
    totals.set(name, (totals.get(name) ?? 0) + calls);
  }
  const operations = [...totals.keys()].filter((name) => name !== REJECTED);
  operations.sort((a, b) => operationIndex(a) - operationIndex(b) || a.localeCompare(b));
  const rejected = totals.get(REJECTED) ?? 0;
  const series = rejected > 0 ? [...operations, REJECTED] : operations;
  const days = [...inRange].map((day) => {
    const calls = series.map((name) => sums.get(`${day} ${name}`) ?? 0);
    return { day, calls, total: sum(calls) };
  });
  return { series, days, rejected, analysed: sum(operations.map((name) => totals.get(name) ?? 0)) };
}

function lastDays(length: number, today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length }, (_, n) => isoDay(end - (length - 1 - n) * DAY_MS));
}

export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const TOP_FACTORS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** A round number at or above the largest day, for the top of the scale. */
export function scaleTop(largest: number): number {
  if (largest <= 4) return 4;
  const magnitude = 10 ** Math.floor(Math.log10(largest));
  const tops = TOP_FACTORS.map((factor) => Math.round(factor * magnitude));
  // Even, so that the line in the middle has a whole number too.
  return tops.find((top) => top >= largest && top % 2 === 0) ?? 10 * magnitude;
}

/** In this order everywhere; the place of an operation is also its colour. */
const OPERATIONS = ['get_image_attr', 'match_faces', 'get_face_vec', 'compare_faces'];

/** The place of an operation among all; an unknown one comes last. */
function operationIndex(operation: string): number {
  const index = OPERATIONS.indexOf(operation.replace(/^\//, ''));
  return index === -1 ? OPERATIONS.length : index;
}

/** The class that colours a series of the chart: an operation keeps its colour, whatever else is shown. */
export function seriesClass(series: string): string {
  if (series === REJECTED) return 'chart-rejected';
  return `chart-${operationIndex(series) + 1}`;
}

/** The series of calls that were not analysed: rejected, or failed on the server. */
export const REJECTED = 'rejected';

export const seriesName = (series: string): string =>
  series === REJECTED ? 'Rejected or failed' : operationName(series);
