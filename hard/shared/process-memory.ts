import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The memory that a process has in use right now, in bytes. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) throw new Error('The process has not started.');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes =
    status === null
      ? (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
      : /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return bytesOf(kilobytes, pid);
}

/** The most memory that a process ever had in use, freed or not, in bytes. Linux only; fails elsewhere. */
export async function peakBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) throw new Error('The process has not started.');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return bytesOf(/^VmHWM:\s+(\d+)/m.exec(status)?.[1], pid);
}

/** Lets the peak begin anew at what is in use now. Where the system refuses that, the peak so far stays. */
export async function forgetPeak(pid: number | undefined): Promise<void> {
  if (pid === undefined) throw new Error('The process has not started.');
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

function bytesOf(kilobytes: string | undefined, pid: number): number {
  const bytes = Number(kilobytes) * 1024;
  if (!(bytes > 0)) throw new Error(`The memory of the process ${pid} is not known.`);
  return bytes;
}
