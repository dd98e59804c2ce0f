import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from './process-tree.js';

const LOOK_EVERY_MS = 5;

/**
 * Watches the resident memory of a process and those it has started. Returns a function that stops watching and returns by how
 * many bytes they grew together at the peak. The peaks of single processes must not be added up, because they may have been at
 * different times; the largest of them counts, even if no sample saw it. Linux only.
 */
export async function watchMemory(pid: number | undefined): Promise<() => Promise<number>> {
  const before = new Map<number, number>();
  for (const each of await processTree(pid)) {
    await writeFile(`/proc/${each}/clear_refs`, '5').catch(() => undefined);
    before.set(each, await memoryOf(each, 'VmRSS'));
  }
  const atStart = sum([...before.values()]);
  const inAll = async (): Promise<number> =>
    sum(await Promise.all((await processTree(pid)).map((each) => memoryOf(each, 'VmRSS'))));
  let most = atStart;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, await inAll());
      await sleep(LOOK_EVERY_MS);
    }
  };
  const watching = watch();
  return async () => {
    isOver = true;
    await watching;
    let growth = most - atStart;
    for (const each of await processTree(pid))
      growth = Math.max(growth, (await memoryOf(each, 'VmHWM')) - (before.get(each) ?? 0));
    return Math.max(0, growth);
  };
}

/** In bytes; 0 for a process that has ended. */
async function memoryOf(pid: number, measure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(new RegExp(`^${measure}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
