import { percentile, processFigures } from '@facet/test-support';
import { isRejected, type Meter } from '@facet/server/internals';

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
  /** Processor time of this process for each call. */
  readonly cpuMs: number;
  /** That of PostgreSQL. */
  readonly postgresCpuMs: number | null;
}

interface CallsToMeasure {
  readonly database: string;
  readonly meter: Meter;
  readonly ids: readonly string[];
  readonly parallel: number;
  readonly calls: number;
  readonly postgresPid?: number | undefined;
}

const WARM_UP_CALLS = 300;

/** How long calls wait for the meter: to be admitted, to be settled, and both. */
export async function measureCalls(work: CallsToMeasure): Promise<MeteringRow> {
  const { database, meter, ids, parallel, calls, postgresPid } = work;
  await callThrough(meter, ids, parallel, Math.max(WARM_UP_CALLS, ids.length));
  const postgresBefore = postgresPid === undefined ? null : (await processFigures(postgresPid)).cpuSeconds;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const { admits, settles, both } = await callThrough(meter, ids, parallel, calls);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const postgresAfter = postgresPid === undefined ? null : (await processFigures(postgresPid)).cpuSeconds;
  return {
    database,
    accounts: ids.length,
    parallel,
    calls,
    callsPerSecond: calls / seconds,
    admit: quantiles(admits),
    settle: quantiles(settles),
    call: quantiles(both),
    cpuMs: (user + system) / 1000 / calls,
    postgresCpuMs:
      postgresBefore === null || postgresAfter === null
        ? null
        : ((postgresAfter - postgresBefore) * 1000) / calls,
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
      const response = await meter.admit(id);
      const admitted = performance.now();
      if (isRejected(response)) throw new Error(`A call within the plan was rejected: ${response.rejected}`);
      // A turn for the event loop, as an analysis has many: what is measured is not one long synchronous run.
      await new Promise((resolve) => setImmediate(resolve));
      const ended = performance.now();
      await meter.settle(response.reservation, 'match_faces', '1000', true);
      const settled = performance.now();
      times.admits.push(admitted - start);
      times.settles.push(settled - ended);
      times.both.push(admitted - start + settled - ended);
    }
  };
  await Promise.all(Array.from({ length: parallel }, caller));
  return times;
}

const quantiles = (values: readonly number[]): Quantiles => ({
  p50Ms: percentile(values, 0.5),
  p99Ms: percentile(values, 0.99),
});
