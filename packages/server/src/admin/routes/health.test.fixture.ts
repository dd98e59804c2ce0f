import type { Health } from './health.js';

const use = { now: 1, limit: 4 };

/** What a server may tell of itself. */
export const HEALTH: Health = {
  ready: true,
  checks: [{ name: 'database', ready: true }],
  version: '0.0.0',
  node: '20.0.0',
  uptime_seconds: 61,
  memory_bytes: 1024,
  queue_running: use,
  queue_waiting: use,
  fetches_running: use,
  body_bytes: use,
  connections: use,
  workers: use,
};
