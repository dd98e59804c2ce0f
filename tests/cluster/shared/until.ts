import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Waits for the condition; fails loudly when it does not come about in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`After ${deadlineMs} ms still not: ${what}`);
    await sleep(POLL_MS);
  }
}
