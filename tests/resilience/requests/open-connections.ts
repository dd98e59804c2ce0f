import { setTimeout as sleep } from 'node:timers/promises';
import { serviceGauges } from '@facet/testing';
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

/** Waits until something is so, and tells whether it ever was. */
export async function comesTrue(
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (await isSo()) return true;
    await sleep(100);
  }
  return isSo();
}
