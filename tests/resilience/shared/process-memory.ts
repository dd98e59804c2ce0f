import { readFile, writeFile } from 'node:fs/promises';
import { processTree } from '@facet/test-support';

/** The memory that a process and those it has started have in use right now, in bytes. Linux only; fails elsewhere. */
export const residentBytes = (pid: number | undefined): Promise<number> => sumOf(pid, /^VmRSS:\s+(\d+)/m);

/** The peak memory of each of them, in bytes. */
export const peakBytes = (pid: number | undefined): Promise<number> => sumOf(pid, /^VmHWM:\s+(\d+)/m);

/** Resets the peak to what is in use now. If the system does not allow it, the old peak stays. */
export async function forgetPeak(pid: number | undefined): Promise<void> {
  for (const each of await processTree(pid)) {
    await writeFile(`/proc/${each}/clear_refs`, '5').catch(() => undefined);
  }
}

async function sumOf(pid: number | undefined, line: RegExp): Promise<number> {
  let sum = 0;
  for (const each of await processTree(pid)) {
    // A process that has ended uses nothing.
    const status = await readFile(`/proc/${each}/status`, 'utf8').catch(() => '');
    sum += Number(line.exec(status)?.[1] ?? 0) * 1024;
  }
  if (sum === 0) throw new Error(`The memory of the process ${pid ?? 'that has not started'} is not known.`);
  return sum;
}
