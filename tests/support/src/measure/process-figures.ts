import { readdir, readFile } from 'node:fs/promises';
import { processTree } from './process-tree.js';

/** Ticks of the kernel's clock in a second; fixed by the interface of /proc on Linux. */
const TICKS_PER_SECOND = 100;

export interface ProcessFigures {
  readonly residentBytes: number;
  /** Open file descriptors: files, sockets, pipes. */
  readonly descriptors: number;
  readonly threads: number;
  /** CPU seconds so far, in all threads. */
  readonly cpuSeconds: number;
}

const numberIn = (text: string, pattern: RegExp): number => {
  const value = Number(pattern.exec(text)?.[1] ?? NaN);
  if (Number.isNaN(value)) throw new Error(`/proc does not tell ${pattern.source}.`);
  return value;
};

/**
 * Figures of a process and its children from the system, without help of the processes themselves. Memory
 * that they share counts for each of them. Linux only; fails elsewhere.
 */
export async function processFigures(pid: number | undefined): Promise<ProcessFigures> {
  const [root, ...others] = await Promise.all(
    (await processTree(pid)).map((each, n) => {
      const figures = figuresOf(each);
      return n === 0 ? figures : figures.catch(() => null);
    }),
  );
  if (root === undefined || root === null) throw new Error('The process has ended.');
  return others.reduce<ProcessFigures>((sum, each) => (each === null ? sum : add(sum, each)), root);
}

const add = (a: ProcessFigures, b: ProcessFigures): ProcessFigures => ({
  residentBytes: a.residentBytes + b.residentBytes,
  descriptors: a.descriptors + b.descriptors,
  threads: a.threads + b.threads,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
});

/** The same of the process alone, without those it has started. */
export function ownProcessFigures(pid: number | undefined): Promise<ProcessFigures> {
  if (pid === undefined) throw new Error('The process has not started.');
  return figuresOf(pid);
}

async function figuresOf(pid: number): Promise<ProcessFigures> {
  const [status, stat, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
  ]);
  // The program name may contain anything, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Own time, and that of children which have ended: in user mode and in the kernel.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return {
    residentBytes: numberIn(status, /^VmRSS:\s+(\d+)/m) * 1024,
    descriptors: descriptors.length,
    threads: numberIn(status, /^Threads:\s+(\d+)/m),
    cpuSeconds: ticks / TICKS_PER_SECOND,
  };
}
