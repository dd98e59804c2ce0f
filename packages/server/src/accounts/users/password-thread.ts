import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@facet/engine/priority';

export interface HashTask {
  readonly password: string;
  readonly salt: string;
}

export interface Hashed {
  /** In hexadecimal digits. */
  readonly key: string;
  readonly milliseconds: number;
}

/** Stored hashes depend on all of these, and hold none of them. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

// Node's own threads would hash at the priority of the main thread, and leave the workers little of the machine.
lowerThreadPriority();
parentPort?.on('message', ({ password, salt }: HashTask) => {
  const began = performance.now();
  const key = scryptSync(password, salt, KEY_BYTES, COST).toString('hex');
  parentPort?.postMessage({ key, milliseconds: performance.now() - began } satisfies Hashed);
});
