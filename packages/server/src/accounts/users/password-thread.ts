import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@facet/engine/priority';
import type { HashTask } from './hashing-thread.js';

/** Stored hashes depend on all of these, and hold none of them. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

// Node's own threads would hash at the priority of the main thread, and leave the workers little of the machine.
lowerThreadPriority();
parentPort?.on('message', ({ password, salt }: HashTask) => {
  parentPort?.postMessage(scryptSync(password, salt, KEY_BYTES, COST).toString('hex'));
});
