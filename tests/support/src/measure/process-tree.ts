import { readdir, readFile } from 'node:fs/promises';

/** The process and all that it has started, directly or not, and that still run. Linux only; fails elsewhere. */
export async function processTree(pid: number | undefined): Promise<readonly number[]> {
  if (pid === undefined) throw new Error('The process has not started.');
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(threads.map((thread) => childrenOf(pid, thread)));
  // A process that has ended is not part of the tree any more.
  const below = await Promise.all(children.flat().map((child) => processTree(child).catch(() => [])));
  return [pid, ...below.flat()];
}

async function childrenOf(pid: number, thread: string): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}
