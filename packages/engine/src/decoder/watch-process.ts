import { processUsage } from './process-usage.js';

export interface UsageLimits {
  /** From the moment at which watching begins. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export type Excess = 'cpu' | 'memory';

/** A hostile file can fill memory at about a gigabyte per second, so that it exceeds its limit by some 20 MB. */
const INTERVAL_MS = 20;

/**
 * Tells once when a process exceeds one of its limits. What a file costs cannot always be read from its structure: a small
 * WebP may ask for hundreds of megabytes of tables, an AVIF for frames that it never shows. Returns how to stop watching.
 */
export function watchProcess(
  pid: number,
  limits: UsageLimits,
  onExcess: (excess: Excess) => void,
): () => void {
  const atStart = processUsage(pid);
  // Not Linux: the deadline alone has to do.
  if (atStart === undefined) return () => undefined;
  const timer = setInterval(() => {
    const usage = processUsage(pid);
    if (usage === undefined) return;
    const excess =
      usage.cpuMs - atStart.cpuMs > limits.cpuMs
        ? 'cpu'
        : usage.residentBytes > limits.residentBytes
          ? 'memory'
          : null;
    if (excess === null) return;
    clearInterval(timer);
    onExcess(excess);
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
  };
}
