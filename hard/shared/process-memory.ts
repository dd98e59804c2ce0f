import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The memory that a process has in use right now, in bytes. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) throw new Error('The process has not started.');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes =
    status === null
      ? (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
      : /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  const bytes = Number(kilobytes) * 1024;
  if (!(bytes > 0)) throw new Error(`The memory of the process ${pid} is not known.`);
  return bytes;
}
