import { forgetPeak, peakBytes, residentBytes } from '../shared/process-memory.js';

/** The peak growth of a process during an operation, in bytes. */
export async function peakGrowth(pid: number | undefined, during: () => Promise<unknown>): Promise<number> {
  await forgetPeak(pid);
  const before = await residentBytes(pid);
  await during();
  return (await peakBytes(pid)) - before;
}
