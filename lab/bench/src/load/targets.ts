import { sum } from '../common/statistics.js';
import type { LoadRow } from './measure-load.js';

/** What the service must keep to under load. */
interface Target {
  readonly measure: string;
  /** NaN where the system does not tell. */
  readonly value: number;
  readonly unit: '' | '%' | 'ms';
  readonly limit: number;
  readonly isReached: boolean;
}

/** With more connections than this the deadline, not the service, decides which calls succeed. */
const MAX_CONNECTIONS_WITHOUT_ERROR = 16;
const MAX_HTTP_CORE_PERCENT = 10;
/** What larger bodies cost depends on their size alone; they are there to show that the event loop stays free. */
const ORDINARY_BODY_BYTES = 1e6;
const MAX_LOOP_DELAY_MS = 25;

const worst = (rows: readonly LoadRow[], read: (row: LoadRow) => number): number =>
  Math.max(...rows.map(read));

const below = (measure: string, value: number, unit: Target['unit'], limit: number): Target => ({
  measure,
  value,
  unit,
  limit,
  isReached: value < limit,
});

export function targetsOf(rows: readonly LoadRow[]): Target[] {
  const calm = rows.filter(({ connections }) => connections <= MAX_CONNECTIONS_WITHOUT_ERROR);
  const ordinary = rows.filter(({ bodyBytes }) => bodyBytes < ORDINARY_BODY_BYTES);
  const errors = sum(calm.map(({ errors }) => errors));
  return [
    {
      measure: `errors at up to ${MAX_CONNECTIONS_WITHOUT_ERROR} connections`,
      value: errors,
      unit: '',
      limit: 0,
      isReached: errors === 0,
    },
    below(
      'HTTP layer, of a core, at worst (bodies below 1 MB)',
      worst(ordinary, (row) => row.httpCorePercent),
      '%',
      MAX_HTTP_CORE_PERCENT,
    ),
    below(
      'event-loop delay p99, at worst',
      worst(rows, (row) => row.loopDelayP99Ms),
      'ms',
      MAX_LOOP_DELAY_MS,
    ),
  ];
}
