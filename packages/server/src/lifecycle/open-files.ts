import { readFileSync } from 'node:fs';

/** Reading the program itself, some hundred files at a time, fails with 256. */
const LEAST_TO_START = 512;

/** For everything but connections: files, the database, workers, image fetches. */
const RESERVED = 160;

/** How many files and connections the process may have open. Unknown where the system does not tell. */
function openFilesLimit(): number {
  try {
    // Node has raised the soft limit to the hard one already.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Why the server cannot even be read, if so; in a sentence for the operator. */
export function tooFewOpenFiles(limit = openFilesLimit()): string | null {
  if (limit >= LEAST_TO_START) return null;
  return `The process may open ${limit} files at most, and needs ${LEAST_TO_START} or more. Raise the limit (ulimit -n 4096; systemd: LimitNOFILE; Docker: --ulimit nofile=4096).`;
}

/** As many connections as are wanted, or as can be open beside everything else. */
export const connectionsWithin = (wanted: number, limit = openFilesLimit()): number =>
  Math.min(wanted, Math.max(1, limit - RESERVED));
