import { setTimeout as sleep } from 'node:timers/promises';
import { processFigures } from '../measure/process-figures.js';
import { serviceGauges } from '../measure/service-gauges.js';
import type { StartedService } from '../started-service.js';
import { WireConnection } from '../wire/wire-connection.js';
import { liveHeapBytes } from './live-heap.js';
import type { SoakCall } from './soak-cycle.js';

/** The service after a number of calls, with none in progress. */
export interface SoakSample {
  readonly calls: number;
  /** Since the first call. */
  readonly atSeconds: number;
  readonly residentBytes: number;
  /** Without garbage. */
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly threads: number;
  /** Response times of the calls since the last sample. */
  readonly times: readonly number[];
}

export interface SoakResult {
  readonly samples: readonly SoakSample[];
  readonly seconds: number;
  /** How many calls of each kind were made. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The first few answers that were not the expected ones. */
  readonly unexpectedResponses: readonly string[];
  readonly unexpected: number;
}

export interface SoakOptions {
  readonly service: StartedService;
  readonly cycle: readonly SoakCall[];
  /** Rounded up to whole cycles. */
  readonly calls: number;
  readonly onSample?: (sample: SoakSample) => void;
}

const AT_ONCE = 6;
const ANSWER_DEADLINE_MS = 60_000;
const REST_DEADLINE_MS = 30_000;
const REST_PAUSE_MS = 50;
const SHOWN_UNEXPECTED = 20;

/** Repeats the cycle of calls, a few at a time, and samples the service after each. */
export async function runSoak({ service, cycle, calls, onSample }: SoakOptions): Promise<SoakResult> {
  const samples: SoakSample[] = [];
  const kinds: Record<string, number> = {};
  const unexpectedResponses: string[] = [];
  let unexpected = 0;
  const began = performance.now();
  const callers = Array.from({ length: AT_ONCE }, () => new SoakCaller(service.url));
  for (let made = 0; made < calls; made += cycle.length) {
    const left = [...cycle];
    const times: number[] = [];
    const work = async (caller: SoakCaller): Promise<void> => {
      for (let call = left.pop(); call !== undefined; call = left.pop()) {
        const { outcome, ms } = await caller.make(call);
        kinds[call.kind] = (kinds[call.kind] ?? 0) + 1;
        if (ms !== undefined) times.push(ms);
        if (outcome === call.expected) continue;
        unexpected++;
        if (unexpectedResponses.length < SHOWN_UNEXPECTED)
          unexpectedResponses.push(`${call.kind}: ${outcome}`);
      }
    };
    await Promise.all(callers.map(work));
    const atSeconds = (performance.now() - began) / 1000;
    const sample = { calls: made + cycle.length, atSeconds, times, ...(await sampleService(service)) };
    samples.push(sample);
    onSample?.(sample);
  }
  for (const caller of callers) caller.close();
  return { samples, seconds: (performance.now() - began) / 1000, kinds, unexpectedResponses, unexpected };
}

/** Waits until cancelled calls have ended too: what they still hold is not a leak. */
async function sampleService(
  service: StartedService,
): Promise<Omit<SoakSample, 'calls' | 'atSeconds' | 'times'>> {
  const began = performance.now();
  for (;;) {
    const { waiting, running, heldBytes, handles } = await serviceGauges(service.url);
    if (waiting + running + heldBytes === 0) {
      const heapBytes = await liveHeapBytes(service);
      const { residentBytes, descriptors, threads } = await processFigures(service.process.pid);
      return { residentBytes, heapBytes, descriptors, handles, threads };
    }
    if (performance.now() - began > REST_DEADLINE_MS) throw new Error('The service does not come to rest.');
    await sleep(REST_PAUSE_MS);
  }
}

/** A client with one connection, which it reopens if a call closed it. */
class SoakCaller {
  #connection: WireConnection | undefined;

  constructor(private readonly url: string) {}

  async make({ request, expected }: SoakCall): Promise<{ outcome: string; ms?: number }> {
    if (expected === 'cut' || expected === 'gone') {
      const length = expected === 'cut' ? request.bytes.length / 2 : request.bytes.length;
      await new WireConnection(this.url).sendAndLeave(request, length);
      return { outcome: expected };
    }
    if (this.#connection?.isOpen !== true) this.#connection = new WireConnection(this.url);
    const connection = this.#connection;
    const late = setTimeout(() => {
      connection.close();
    }, ANSWER_DEADLINE_MS);
    try {
      const { status, code, ms } = await connection.send(request);
      return { outcome: code === '' ? `status ${status}` : code, ms };
    } catch (error) {
      return { outcome: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    this.#connection?.close();
  }
}

export const timesOf = (samples: readonly SoakSample[]): number[] => samples.flatMap(({ times }) => times);
