import { setTimeout as sleep } from 'node:timers/promises';
import { processFigures } from '../measure/process-figures.js';
import { serviceGauges } from '../measure/service-gauges.js';
import type { StartedService } from '../started-service.js';
import { WireConnection } from '../wire/wire-connection.js';
import { liveHeapBytes } from './live-heap.js';
import type { SoakCall } from './soak-deck.js';

/** The service after so many calls, with none under way. */
export interface SoakLook {
  readonly calls: number;
  /** Since the first call. */
  readonly atSeconds: number;
  readonly residentBytes: number;
  /** Without garbage. */
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly threads: number;
  /** Of the calls since the last look that were answered. */
  readonly times: readonly number[];
}

export interface SoakResult {
  readonly looks: readonly SoakLook[];
  readonly seconds: number;
  /** How often each kind was met. */
  readonly kinds: Readonly<Record<string, number>>;
  /** What was answered otherwise than it must be; the first few. */
  readonly surprises: readonly string[];
  readonly surprised: number;
}

export interface SoakOptions {
  readonly service: StartedService;
  readonly deck: readonly SoakCall[];
  /** Rounded up to whole passes over the deck. */
  readonly calls: number;
  readonly onLook?: (look: SoakLook) => void;
}

const AT_ONCE = 6;
const ANSWER_DEADLINE_MS = 60_000;
const REST_DEADLINE_MS = 30_000;
const REST_PAUSE_MS = 50;
const SHOWN_SURPRISES = 20;

/** Passes over the deck again and again, a few calls at a time, and looks at the service after each pass. */
export async function runSoak({ service, deck, calls, onLook }: SoakOptions): Promise<SoakResult> {
  const looks: SoakLook[] = [];
  const kinds: Record<string, number> = {};
  const surprises: string[] = [];
  let surprised = 0;
  const began = performance.now();
  const callers = Array.from({ length: AT_ONCE }, () => new SoakCaller(service.url));
  for (let made = 0; made < calls; made += deck.length) {
    const left = [...deck];
    const times: number[] = [];
    const work = async (caller: SoakCaller): Promise<void> => {
      for (let call = left.pop(); call !== undefined; call = left.pop()) {
        const { outcome, ms } = await caller.make(call);
        kinds[call.kind] = (kinds[call.kind] ?? 0) + 1;
        if (ms !== undefined) times.push(ms);
        if (outcome === call.expected) continue;
        surprised++;
        if (surprises.length < SHOWN_SURPRISES) surprises.push(`${call.kind}: ${outcome}`);
      }
    };
    await Promise.all(callers.map(work));
    const atSeconds = (performance.now() - began) / 1000;
    const look = { calls: made + deck.length, atSeconds, times, ...(await lookAt(service)) };
    looks.push(look);
    onLook?.(look);
  }
  for (const caller of callers) caller.close();
  return { looks, seconds: (performance.now() - began) / 1000, kinds, surprises, surprised };
}

/** Waits until the cancelled calls have ended, too: what they hold meanwhile is no leak. */
async function lookAt(service: StartedService): Promise<Omit<SoakLook, 'calls' | 'atSeconds' | 'times'>> {
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

/** One client with one connection, which it opens again where a call closed it. */
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

export const timesOf = (looks: readonly SoakLook[]): number[] => looks.flatMap(({ times }) => times);
