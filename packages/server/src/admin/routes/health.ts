import { z } from 'zod';
import type { StateReaders } from '../../observe/state-gauges.js';
import { runChecks } from '../../work/readiness.js';
import { VERSION } from '../../observe/version.js';

const Use = z.object({ now: z.number(), limit: z.number() });

export const HealthView = z.object({
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ready: z.boolean() })),
  version: z.string(),
  node: z.string(),
  uptime_seconds: z.int(),
  memory_bytes: z.int().describe('Resident memory of the process.'),
  queue_running: Use.describe('Calls that the engine works on.'),
  queue_waiting: Use.describe('Calls that wait for their turn.'),
  fetches_running: Use.describe('Image URLs that are being fetched.'),
  body_bytes: Use.describe('Bytes of request bodies in memory.'),
  connections: Use.describe('Open connections.'),
  workers: Use.describe('Engine threads that are running, and how many there should be.'),
});

export type Health = z.infer<typeof HealthView>;

/** The state of this server, from the same sources as its metrics. */
export async function healthOf(state: StateReaders): Promise<Health> {
  const checks = await runChecks(state.checks);
  const { running, waiting } = state.queue.stats();
  return {
    ready: checks.every(({ ready }) => ready),
    checks,
    version: VERSION,
    node: process.versions.node,
    uptime_seconds: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    queue_running: { now: running, limit: state.queueLimits.running },
    queue_waiting: { now: waiting, limit: state.queueLimits.waiting },
    fetches_running: { now: state.fetches.stats().running, limit: state.fetchLimits.running },
    body_bytes: { now: await state.bodyBytes(), limit: state.bodyBytesLimit },
    connections: { now: await state.connections(), limit: state.connectionsLimit },
    workers: { now: await state.workers(), limit: state.workersExpected },
  };
}
