import { Gauge, type Registry } from 'prom-client';
import type { Admission } from '../work/admission.js';
import { runChecks, type ReadinessCheck } from '../work/readiness.js';
import { VERSION } from './version.js';

type Read = () => number | Promise<number>;

/** Values that are read when the metrics are scraped, with their limits. */
export interface StateReaders {
  readonly queue: Pick<Admission, 'stats'>;
  readonly queueLimits: { readonly waiting: number; readonly running: number };
  readonly fetches: Pick<Admission, 'stats'>;
  readonly fetchLimits: { readonly waiting: number; readonly running: number };
  readonly bodyBytes: Read;
  readonly bodyBytesLimit: number;
  readonly connections: Read;
  readonly connectionsLimit: number;
  readonly workers: Read;
  readonly workersExpected: number;
  readonly checks: readonly ReadinessCheck[];
}

/** The state of the service as gauges. */
export function addStateGauges(registry: Registry, state: StateReaders): void {
  const gauge = (name: string, help: string, value: number | Read): void => {
    const read = typeof value === 'number' ? () => value : value;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  gauge('facet_queue_waiting', 'Calls that wait for their turn.', () => state.queue.stats().waiting);
  gauge('facet_queue_waiting_limit', 'Calls that may wait for their turn.', state.queueLimits.waiting);
  gauge('facet_queue_running', 'Calls that the engine works on.', () => state.queue.stats().running);
  gauge('facet_queue_running_limit', 'Calls that the engine may work on at once.', state.queueLimits.running);
  gauge(
    'facet_fetches_waiting',
    'Image fetches that wait for their turn.',
    () => state.fetches.stats().waiting,
  );
  gauge('facet_fetches_waiting_limit', 'Image fetches that may wait.', state.fetchLimits.waiting);
  gauge('facet_fetches_running', 'Image fetches under way.', () => state.fetches.stats().running);
  gauge('facet_fetches_running_limit', 'Image fetches that may be under way.', state.fetchLimits.running);
  gauge('facet_body_bytes_held', 'Bytes of request bodies in memory.', state.bodyBytes);
  gauge('facet_body_bytes_limit', 'Bytes of request bodies that may be in memory.', state.bodyBytesLimit);
  gauge('facet_connections', 'Open connections.', state.connections);
  gauge('facet_connections_limit', 'Connections that may be open.', state.connectionsLimit);
  gauge('facet_workers', 'Engine threads that are running.', state.workers);
  gauge('facet_workers_expected', 'Engine threads that the settings specify.', state.workersExpected);
  addReadiness(registry, state.checks);
  const build = { version: VERSION, node: process.versions.node };
  new Gauge({
    name: 'facet_build_info',
    help: 'Always 1; the labels tell what runs.',
    labelNames: Object.keys(build),
    registers: [registry],
  }).set(build, 1);
}

function addReadiness(registry: Registry, checks: readonly ReadinessCheck[]): void {
  new Gauge({
    name: 'facet_ready',
    help: '1 where the check of /readyz is good.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      for (const { name, ready } of await runChecks(checks)) this.set({ check: name }, ready ? 1 : 0);
    },
  });
}
