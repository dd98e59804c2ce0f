import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a second; fixed by the interface of /proc on Linux. */
const TICKS_PER_SECOND = 100;

/** Seconds that a process has computed, with its threads and the children that it has reaped. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may itself contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

/** The same with all children that live. */
export const familyCpuSeconds = async (pid: number): Promise<number> =>
  (await cpuSeconds(pid)) + (await childrenCpuSeconds(pid));

/** Of the children that live, whichever thread started them. */
export async function childrenCpuSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const times = await Promise.all(
    children
      .flatMap((pids) => pids.split(' '))
      .filter((child) => child.trim() !== '')
      // One that ends this moment is counted with its parent the next.
      .map((child) => cpuSeconds(Number(child)).catch(() => 0)),
  );
  return times.reduce((sum, seconds) => sum + seconds, 0);
}
