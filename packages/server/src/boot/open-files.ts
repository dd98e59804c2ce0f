import { readFileSync } from 'node:fs';

/** Loading the modules, several hundred files at a time, fails with 256. */
const MIN_TO_START = 512;

/** For everything but connections: files, the database, workers, image fetches. */
const RESERVED = 160;

/** How many files and connections the process may have open; Infinity if the system does not say. */
function openFilesLimit(): number {
  try {
    // Node has already raised the soft limit to the hard limit.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** A message for the operator if the limit is too low for the server to start. */
export function tooFewOpenFiles(limit = openFilesLimit()): string | null {
  if (limit >= MIN_TO_START) return null;
  return `The process may open ${limit} files at most, and needs ${MIN_TO_START} or more. Raise the limit (ulimit -n 4096; systemd: LimitNOFILE; Docker: --ulimit nofile=4096).`;
}

/** The wanted number of connections, reduced to what the limit allows. */
export const connectionsWithin = (wanted: number, limit = openFilesLimit()): number =>
  Math.min(wanted, Math.max(1, limit - RESERVED));
