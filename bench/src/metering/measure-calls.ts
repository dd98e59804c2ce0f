import { isRefused, type Meter } from './server-internals.js';

export interface Quantiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface MeteringRow {
  readonly database: string;
  readonly accounts: number;
  readonly parallel: number;
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly admit: Quantiles;
  readonly settle: Quantiles;
  readonly call: Quantiles;
}

const WARM_UP_CALLS = 300;

/** How long calls wait for the meter: to be admitted, to be settled, and both. */
export async function measureCalls(
  database: string,
  meter: Meter,
  ids: readonly string[],
  parallel: number,
  calls: number,
): Promise<MeteringRow> {
  await callThrough(meter, ids, parallel, Math.max(WARM_UP_CALLS, ids.length));
  const started = performance.now();
  const { admits, settles, both } = await callThrough(meter, ids, parallel, calls);
  return {
    database,
    accounts: ids.length,
    parallel,
    calls,
    callsPerSecond: (calls * 1000) / (performance.now() - started),
    admit: quantiles(admits),
    settle: quantiles(settles),
    call: quantiles(both),
  };
}

interface Times {
  readonly admits: number[];
  readonly settles: number[];
  readonly both: number[];
}

async function callThrough(
  meter: Meter,
  ids: readonly string[],
  parallel: number,
  calls: number,
): Promise<Times> {
  const times: Times = { admits: [], settles: [], both: [] };
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < calls) {
      const id = ids[begun % ids.length] ?? '';
      begun += 1;
      const start = performance.now();
      const answer = await meter.admit(id);
      const admitted = performance.now();
      if (isRefused(answer)) throw new Error(`A call within the plan was refused: ${answer.refused}`);
      // A turn for the event loop, as an analysis has many: what is measured is not one long synchronous run.
      await new Promise((resolve) => setImmediate(resolve));
      const ended = performance.now();
      await meter.settle(answer.reservation, 'match_faces', '1000', true);
      const settled = performance.now();
      times.admits.push(admitted - start);
      times.settles.push(settled - ended);
      times.both.push(admitted - start + settled - ended);
    }
  };
  await Promise.all(Array.from({ length: parallel }, caller));
  return times;
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
