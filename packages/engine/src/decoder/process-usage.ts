import { readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Processor time since the process started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** Of /proc/PID/stat behind the name of the program: time in user code, then in the kernel, in hundredths of a second. */
const USER_TIME = 11;
const KERNEL_TIME = 12;
const MS_PER_TICK = 10;

/** What a process has used, as Linux tells it; undefined on other systems, or when the process is gone. */
export function processUsage(pid: number): ProcessUsage | undefined {
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
