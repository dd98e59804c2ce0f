import { setTimeout as sleep } from 'node:timers/promises';
import { serviceGauges } from '../measure/service-gauges.js';
import type { StartedService } from '../started-service.js';

const DEADLINE_MS = 30_000;
const PAUSE_MS = 20;

/** For NODE_OPTIONS of a service whose live heap is to be measured. */
export const COLLECTS_ON_SIGNAL = `--import ${new URL('./collect-on-signal.js', import.meta.url).href}`;

/** Bytes in use on the main thread after garbage collection. */
export async function liveHeapBytes({ url, process }: StartedService): Promise<number> {
  const { collections } = await serviceGauges(url);
  process.kill('SIGUSR2');
  const began = performance.now();
  for (;;) {
    const gauges = await serviceGauges(url);
    if (gauges.collections > collections) return gauges.heapBytes;
    if (performance.now() - began > DEADLINE_MS) throw new Error('The service collects no garbage.');
    await sleep(PAUSE_MS);
  }
}
