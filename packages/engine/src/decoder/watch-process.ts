import { readFileSync } from 'node:fs';
import { EngineError } from '@facet/analysis/errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';

type WatchedLimits = Pick<DecodeLimits, 'seconds' | 'cpuSeconds' | 'grownBytes'>;

export type ExceededLimit = keyof WatchedLimits;

/** A hostile file can fill memory at about a gigabyte per second, so that it exceeds its limit by some 10 MB. */
const INTERVAL_MS = 10;

/**
 * Calls `onExceeded` once when a process passes its deadline, or uses more processor time or memory from now on than it
 * may. What a file costs cannot always be read from its structure: a small WebP may need hundreds of megabytes of
 * tables, an AVIF for frames that it never shows. Returns how to stop watching, which gives the processor time used since
 * the start and the memory in use (0 where the system does not report them).
 */
export function watchProcess(
  pid: number,
  limits: WatchedLimits,
  onExceeded: (limit: ExceededLimit) => void,
): () => ProcessUsage {
  const deadline = setTimeout(() => {
    exceed('seconds');
  }, limits.seconds * 1000);
  const atStart = processUsage(pid);
  // Where nothing is known, which is everywhere but on Linux, the deadline alone has to do.
  const polling =
    atStart &&
    setInterval(() => {
      const usage = processUsage(pid);
      if (usage === undefined) return;
      if (usage.cpuMs - atStart.cpuMs > limits.cpuSeconds * 1000) exceed('cpuSeconds');
      else if (usage.residentBytes - atStart.residentBytes > limits.grownBytes) exceed('grownBytes');
    }, INTERVAL_MS);
  const stop = (): ProcessUsage => {
    clearTimeout(deadline);
    clearInterval(polling);
    const usage = processUsage(pid);
    if (atStart === undefined || usage === undefined) return { cpuMs: 0, residentBytes: 0 };
    return { cpuMs: usage.cpuMs - atStart.cpuMs, residentBytes: usage.residentBytes };
  };
  const exceed = (limit: ExceededLimit): void => {
    stop();
    onExceeded(limit);
  };
  return stop;
}

export function exceededError(exceeded: ExceededLimit, limits: WatchedLimits, cause: Error): EngineError {
  return exceeded === 'grownBytes'
    ? new EngineError('image-decode-memory', { limit: limits.grownBytes }, { cause })
    : new EngineError('image-decode-timeout', { [exceeded]: limits[exceeded] }, { cause });
}

interface ProcessUsage {
  /** Processor time. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** In /proc/PID/stat, after the name of the program: time in user code, then in the kernel, in hundredths of a second. */
const USER_TIME = 11;
const KERNEL_TIME = 12;
const MS_PER_TICK = 10;

/** What a process has used since it started, as Linux reports it; undefined on other systems, or when the process is gone. */
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
