import { readFile } from 'node:fs/promises';
import { processTree } from '@facet/test-support';

/** The decoder processes of a service. */
export async function decodersOf(pid: number | undefined): Promise<readonly number[]> {
  const [, ...children] = await processTree(pid);
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_, n) => commands[n]?.includes('decoder-main'));
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
