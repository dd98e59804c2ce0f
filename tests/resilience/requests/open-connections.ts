import { setTimeout as sleep } from 'node:timers/promises';
import { serviceGauges } from '@facet/test-support';
import { openRaw, type RawConnection } from '../shared/raw-connection.js';

/** Connections that the service itself says are open, the one of this question included. */
export const openConnections = async (url: string): Promise<number> => (await serviceGauges(url)).connections;

/** Opens many connections, a hundred at a time. */
export async function openMany(url: string, count: number): Promise<RawConnection[]> {
  const open: RawConnection[] = [];
  while (open.length < count)
    open.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(url)))));
  return open;
}

/** Waits until the condition holds. False if it does not within the time. */
export async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await sleep(100);
  }
  return condition();
}
