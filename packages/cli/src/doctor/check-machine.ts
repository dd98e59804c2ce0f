import { availableParallelism, freemem, totalmem } from 'node:os';
import { readFile } from 'node:fs/promises';
import { workersFor, type CgroupLimits } from '@facet/engine';
import { fail, ok, warn, type Finding } from './finding.js';

const MAJOR = 20;
const MINOR = 19;

export function checkNode(version: string, platform: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const found = `${version} on ${platform}`;
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
    ? ok('Node', found)
    : fail('Node', found, `Install Node ${MAJOR}.${MINOR} or newer.`);
}

/** What an engine needs, measured with npm run bench:memory and rounded up. */
const BASE_BYTES = 320 * 1024 * 1024;
const WORKER_BYTES = 270 * 1024 * 1024;

interface MemoryFacts {
  readonly availableBytes: number;
  readonly workers: number;
}

export function checkMemory({ availableBytes, workers }: MemoryFacts): Finding {
  const needed = BASE_BYTES + workers * WORKER_BYTES;
  const found = `${gigabytes(availableBytes)} available, ${gigabytes(needed)} needed with ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  if (availableBytes >= needed) return ok('memory', found);
  if (availableBytes < BASE_BYTES + WORKER_BYTES) {
    return fail('memory', found, 'Close other programs, or give the machine or container more memory.');
  }
  const fitting = Math.floor((availableBytes - BASE_BYTES) / WORKER_BYTES);
  return warn('memory', found, `Use fewer workers: --workers ${fitting}, or FACET_WORKERS=${fitting}.`);
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Free memory does not include file cache that the system can reclaim; on Linux, MemAvailable does. */
export async function availableMemory({ memoryBytes }: CgroupLimits): Promise<number> {
  const facts = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(facts)?.[1];
  const free = kilobytes === undefined ? freemem() : Number(kilobytes) * 1024;
  return Math.min(free, totalmem(), memoryBytes ?? Infinity);
}

interface CoreFacts {
  readonly cores: number;
  readonly allowed: number | undefined;
  readonly workers: number;
  /** Of each worker. */
  readonly threads: number;
}

/** More threads than a container has CPUs are throttled, which makes each of them slower. */
export function checkCores({ cores, allowed, workers, threads }: CoreFacts): Finding {
  const limit = allowed === undefined ? '' : `, the container may use ${allowed.toFixed(1)}`;
  const each = threads === 1 ? '' : ` of ${threads} threads`;
  const found = `${cores}${limit}; ${workers} ${workers === 1 ? 'worker' : 'workers'}${each}`;
  const fitting = workersFor({ cores, cpus: allowed, threads });
  if (workers <= fitting) return ok('cores', found);
  return warn('cores', found, `Use --workers ${fitting}, or set FACET_WORKERS=${fitting}.`);
}

export const coresHere = (): number => availableParallelism();
