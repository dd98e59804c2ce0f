import { readFileSync } from 'node:fs';
import { EngineError } from '@facet/analysis/errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';

type WatchedLimits = Pick<DecodeLimits, 'seconds' | 'cpuSeconds' | 'grownBytes'>;

export type ExceededLimit = keyof WatchedLimits;

interface ProcessWatch {
  readonly stop: () => void;
  /** The memory in use now; 0 where the system does not report it. */
  readonly residentBytes: () => number;
}

/** A hostile file can fill memory at about a gigabyte per second, so that it exceeds its limit by some 10 MB. */
const INTERVAL_MS = 10;

/**
 * Calls `onExceeded` once when a process passes its deadline, or uses more processor time or memory from now on than it
 * may. What a file costs cannot always be read from its structure: a small WebP may need hundreds of megabytes of
 * tables, an AVIF for frames that it never shows.
 */
export function watchProcess(
  pid: number,
  limits: WatchedLimits,
  onExceeded: (limit: ExceededLimit) => void,
): ProcessWatch {
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
  const stop = (): void => {
    clearTimeout(deadline);
    clearInterval(polling);
  };
  const exceed = (limit: ExceededLimit): void => {
    stop();
    onExceeded(limit);
  };
  return { stop, residentBytes: () => reported(() => residentBytes(pid)) ?? 0 };
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
const processUsage = (pid: number): ProcessUsage | undefined =>
  reported(() => ({ cpuMs: cpuMs(pid), residentBytes: residentBytes(pid) }));

function reported<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name may contain anything, parentheses and blanks included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return MS_PER_TICK * (Number(fields[USER_TIME]) + Number(fields[KERNEL_TIME]));
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  // A process that has ended has no memory.
  if (kilobytes === undefined) throw new Error(`Process ${pid} has ended.`);
  return 1024 * Number(kilobytes);
}
