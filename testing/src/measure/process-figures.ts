import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a second; fixed by the interface of /proc on Linux. */
const TICKS_PER_SECOND = 100;

export interface ProcessFigures {
  readonly residentBytes: number;
  /** Open file descriptors: files, sockets, pipes. */
  readonly descriptors: number;
  readonly threads: number;
  /** Seconds of computing so far, in all threads. */
  readonly cpuSeconds: number;
}

const numberIn = (text: string, pattern: RegExp): number => {
  const value = Number(pattern.exec(text)?.[1] ?? NaN);
  if (Number.isNaN(value)) throw new Error(`/proc does not tell ${pattern.source}.`);
  return value;
};

/** What the system says of a process, which therefore needs to tell nothing itself. Linux only; fails elsewhere. */
export async function processFigures(pid: number | undefined): Promise<ProcessFigures> {
  if (pid === undefined) throw new Error('The process has not started.');
  const [status, stat, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
  ]);
  // The name of the program may hold anything, so that fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    residentBytes: numberIn(status, /^VmRSS:\s+(\d+)/m) * 1024,
    descriptors: descriptors.length,
    threads: numberIn(status, /^Threads:\s+(\d+)/m),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
  };
}
