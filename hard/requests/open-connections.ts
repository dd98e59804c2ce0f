import { setTimeout as sleep } from 'node:timers/promises';
import { openRaw, type RawConnection } from '../shared/raw-connection.js';

/** Connections that the service itself says are open, the one of this question included. */
export async function openConnections(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(30_000) });
  const value = /^facet_connections (\d+)$/m.exec(await response.text())?.[1];
  if (value === undefined) throw new Error('/metrics does not tell the number of connections.');
  return Number(value);
}

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
