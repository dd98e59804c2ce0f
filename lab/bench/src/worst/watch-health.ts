import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const PAUSE_MS = 20;
const RESPONSE_DEADLINE_MS = 60_000;

/**
 * Requests /healthz again and again from a thread of its own: the thread that sends large bodies is busy with them, and its
 * delays are not the service's. Gives a function that ends it and returns the slowest response in milliseconds.
 */
export async function watchHealth(url: string): Promise<() => Promise<number>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: `${url}/healthz` });
  await once(worker, 'message');
  return async () => {
    const message = once(worker, 'message');
    worker.postMessage('end');
    const [slowest] = (await message) as [number];
    await worker.terminate();
    return slowest;
  };
}

async function watch(port: NonNullable<typeof parentPort>, url: string): Promise<void> {
  const end = new AbortController();
  port.once('message', () => {
    end.abort();
  });
  const request = async (): Promise<number> => {
    const began = performance.now();
    await fetch(url, { signal: AbortSignal.timeout(RESPONSE_DEADLINE_MS) })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    return performance.now() - began;
  };
  // The first response opens the connection and warms up the client.
  await request();
  port.postMessage('ready');
  let slowest = 0;
  while (!end.signal.aborted) {
    slowest = Math.max(slowest, await request());
    await sleep(PAUSE_MS);
  }
  port.postMessage(slowest);
}

if (parentPort !== null) await watch(parentPort, String(workerData));
