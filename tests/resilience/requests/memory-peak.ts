import { forgetPeak, peakBytes, residentBytes } from '../shared/process-memory.js';

/** The bytes by which a process grew at most while something went on, freed since or not. */
export async function peakGrowth(pid: number | undefined, during: () => Promise<unknown>): Promise<number> {
  await forgetPeak(pid);
  const before = await residentBytes(pid);
  await during();
  return (await peakBytes(pid)) - before;
}
