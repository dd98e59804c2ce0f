import { readFileSync } from 'node:fs';

interface UsageLimits {
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

interface ProcessUsage {
  /** Processor time since the process started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** Of /proc/PID/stat behind the name of the program: time in user code, then in the kernel, in hundredths of a second. */
const USER_TIME = 11;
const KERNEL_TIME = 12;
const MS_PER_TICK = 10;

/** What a process has used, as Linux tells it; undefined on other systems, or when the process is gone. */
function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name may contain anything, parentheses and blanks included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    if (resident === undefined) return undefined;
    return {
      cpuMs: MS_PER_TICK * (Number(fields[USER_TIME]) + Number(fields[KERNEL_TIME])),
      residentBytes: 1024 * Number(resident),
    };
  } catch {
    return undefined;
  }
}
