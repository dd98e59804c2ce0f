import { ownProcessFigures, percentile, processFigures, type StartedService } from '@facet/test-support';
import type { LoadOperation } from '../load/operations.js';
import { sum } from '../common/statistics.js';
import { runClosedLoop } from '../load/closed-loop.js';
import { offerCalls } from './offer-calls.js';

export const MAX_P95_MS = 250;

const WARM_UP_MS = 1500;
const FULL_MS = 3000;
/** Each halves what is left between a rate that was kept and one that was not. */
const STEPS = 4;

export interface Capacity {
  readonly operation: string;
  readonly photo: string;
  readonly cores: number;
  /** With every core busy and callers that wait for each response: nothing goes faster. */
  readonly mostPerSecond: number;
  /** The highest rate of those tried with p95 below the limit and nothing rejected; 0 where none was. */
  readonly keptPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Of the service itself. */
  readonly cpuSecondsPerCall: number;
  /** Of its decoder processes. */
  readonly decoderSecondsPerCall: number;
  /** Of one core, at the kept rate: it is taken from the service here, and would not be elsewhere. */
  readonly callerCores: number;
  readonly steps: readonly CapacityStep[];
}

interface CapacityStep {
  readonly perSecond: number;
  readonly calls: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly callerCores: number;
  readonly cpuSecondsPerCall: number;
  readonly decoderSecondsPerCall: number;
  readonly isKept: boolean;
}

/** Searches for the highest rate that one operation sustains within the limit. */
export async function findCapacity(
  { url, process: { pid = 0 } }: StartedService,
  operation: LoadOperation,
  photo: string,
  cores: number,
  stepSeconds: number,
): Promise<Capacity> {
  await runClosedLoop(url, operation, cores, WARM_UP_MS);
  const full = await runClosedLoop(url, operation, 2 * cores, FULL_MS);
  if (full.latencies.length === 0)
    throw new Error(`${operation.name} never succeeds: ${JSON.stringify(full.errors)}`);
  const mostPerSecond = full.latencies.length / full.seconds;
  const steps: CapacityStep[] = [];
  let kept = 0;
  let tooMuch = mostPerSecond;
  for (let n = 0; n < STEPS; n += 1) {
    const perSecond = (kept + tooMuch) / 2;
    const step = await tryRate(url, pid, operation, perSecond, stepSeconds);
    steps.push(step);
    if (step.isKept) kept = perSecond;
    else tooMuch = perSecond;
  }
  const best = steps.findLast(({ isKept }) => isKept);
  const nothing = {
    p50Ms: NaN,
    p95Ms: NaN,
    cpuSecondsPerCall: NaN,
    decoderSecondsPerCall: NaN,
    callerCores: NaN,
  };
  const { p50Ms, p95Ms, cpuSecondsPerCall, decoderSecondsPerCall, callerCores } = best ?? steps[0] ?? nothing;
  return {
    operation: operation.name,
    photo,
    cores,
    mostPerSecond,
    keptPerSecond: kept,
    p50Ms,
    p95Ms,
    cpuSecondsPerCall,
    decoderSecondsPerCall,
    callerCores,
    steps,
  };
}

async function tryRate(
  url: string,
  pid: number,
  operation: LoadOperation,
  perSecond: number,
  seconds: number,
): Promise<CapacityStep> {
  const before = await cpuSeconds(pid);
  const load = await offerCalls(url, operation, perSecond, seconds * 1000);
  const after = await cpuSeconds(pid);
  const errors = sum(Object.values(load.errors));
  const p95Ms = percentile(load.latencies, 0.95);
  return {
    perSecond,
    calls: load.latencies.length,
    errors,
    p50Ms: percentile(load.latencies, 0.5),
    p95Ms,
    callerCores: load.callerCores,
    cpuSecondsPerCall: (after.own - before.own) / load.latencies.length,
    decoderSecondsPerCall: (after.decoders - before.decoders) / load.latencies.length,
    isKept: errors === 0 && p95Ms < MAX_P95_MS,
  };
}

/** Seconds that the service has computed so far, and its decoder processes. */
async function cpuSeconds(pid: number): Promise<{ readonly own: number; readonly decoders: number }> {
  const [own, all] = await Promise.all([ownProcessFigures(pid), processFigures(pid)]);
  return { own: own.cpuSeconds, decoders: all.cpuSeconds - own.cpuSeconds };
}
