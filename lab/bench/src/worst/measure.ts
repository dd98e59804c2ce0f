import { setTimeout as sleep } from 'node:timers/promises';
import { processFigures, watchMemory, type StartedService } from '@facet/test-support';
import type { Attempt } from './requests.js';
import { watchHealth } from './watch-health.js';

const RESPONSE_DEADLINE_MS = 60_000;
const AT_ONCE = 20;
/** Page requests take less than a tick of the kernel's clock, so that several are measured together. */
const CHEAP_REPEATS = 20;

export interface Cost {
  readonly attempt: Attempt;
  readonly status: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

export interface SideBySide {
  /** The slowest response of /healthz while the requests went on. */
  readonly healthzMs: number;
  /** Ordinary calls of another account meanwhile: succeeded, and sent. */
  readonly served: number;
  readonly calls: number;
}

export async function send(url: string, attempt: Attempt): Promise<number> {
  const { method, path, headers, body } = (await attempt.fresh?.(url)) ?? attempt;
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined &&
      method !== 'GET' && { body: typeof body === 'string' ? body : Uint8Array.from(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(RESPONSE_DEADLINE_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

const orGone = (status: Promise<number>): Promise<number> => status.catch(() => 0);

/** What one such request costs the service, decoders included: computing, and memory at the peak. */
export async function costOf({ url, process }: StartedService, attempt: Attempt): Promise<Cost> {
  const repeats = attempt.method === 'GET' ? CHEAP_REPEATS : 1;
  const { pid } = process;
  const grownBy = await watchMemory(pid);
  const before = await processFigures(pid);
  let status = 0;
  for (let n = 0; n < repeats; n++) status = await orGone(send(url, attempt));
  const cpuSeconds = (await settledCpu(pid)) - before.cpuSeconds;
  return {
    attempt,
    status,
    cpuSeconds: cpuSeconds / repeats,
    megabytes: (await grownBy()) / 2 ** 20,
  };
}

/** Work may go on behind a response, as for a caller who was cut off: it counts until the process is quiet. */
async function settledCpu(pid: number | undefined): Promise<number> {
  let last = (await processFigures(pid)).cpuSeconds;
  for (;;) {
    await sleep(100);
    const now = (await processFigures(pid)).cpuSeconds;
    if (now - last < 0.02) return now;
    last = now;
  }
}

/** Sends the request many times at once, and measures what other callers notice. */
export async function sideBySide(
  { url }: StartedService,
  attempt: Attempt,
  ordinary: Attempt,
): Promise<SideBySide> {
  let isOver = false;
  const slowestHealth = await watchHealth(url);
  const statuses: number[] = [];
  const others = async (): Promise<void> => {
    while (!isOver || statuses.length === 0) {
      statuses.push(await orGone(send(url, ordinary)));
      await sleep(250);
    }
  };
  const calling = others();
  await Promise.all(Array.from({ length: AT_ONCE }, () => orGone(send(url, attempt))));
  isOver = true;
  await calling;
  return {
    healthzMs: await slowestHealth(),
    served: statuses.filter((status) => status === 200).length,
    calls: statuses.length,
  };
}
