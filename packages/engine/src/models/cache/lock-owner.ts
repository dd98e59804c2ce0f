import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './file-errors.js';

/** Process ids mean something only on one machine and, on Linux, in one process namespace (a container has its own). */
function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** The text of a lock file; unique for each time a lock is taken. */
export function newOwnerRecord(): string {
  return JSON.stringify({ token: randomUUID(), pid: process.pid, space: processSpace() });
}

/** True only when the owner certainly no longer runs. */
export function ownerIsDead(record: string): boolean {
  const owner = parse(record);
  if (owner?.space !== processSpace()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function parse(record: string): { readonly pid: number; readonly space: string } | undefined {
  try {
    const value: unknown = JSON.parse(record);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('space' in value))
      return undefined;
    const { pid, space } = value;
    return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof space === 'string'
      ? { pid: Number(pid), space }
      : undefined;
  } catch {
    return undefined;
  }
}
