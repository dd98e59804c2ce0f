import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { TRIAL_BOUNDS, type TrialBound } from './trial-budget.js';

const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10];

export interface TrialReaders {
  readonly callsLeft: () => number;
  readonly open: () => number;
  readonly running: () => number;
}

/** What trial calls use, and which limit stops them. */
export class TrialMetrics {
  readonly #rejections: Counter<'bound'>;
  readonly #work: Counter;
  readonly #wait: Histogram;

  constructor(registry: Registry, readers: TrialReaders) {
    const registers = [registry];
    this.#rejections = new Counter({
      name: 'facet_trial_rejections_total',
      help: 'Rejected trial calls, by the limit that they reached.',
      labelNames: ['bound'],
      registers,
    });
    for (const bound of TRIAL_BOUNDS) this.#rejections.inc({ bound }, 0);
    this.#work = new Counter({
      name: 'facet_trial_work_seconds_total',
      help: 'Time of the workers that trial calls have taken.',
      registers,
    });
    this.#wait = new Histogram({
      name: 'facet_trial_wait_seconds',
      help: 'Time a trial call waits for an idle worker.',
      buckets: WAIT_BUCKETS,
      registers,
    });
    const gauge = (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    gauge('facet_trial_calls_left', 'Trial calls that are left to all networks for now.', readers.callsLeft);
    gauge('facet_trial_open', 'Trial calls in progress.', readers.open);
    gauge('facet_trial_running', 'Trial calls that the engine works on.', readers.running);
  }

  countRejection(bound: TrialBound): void {
    this.#rejections.inc({ bound });
  }

  countWork(ms: number): void {
    this.#work.inc(ms / 1000);
  }

  observeWait(ms: number): void {
    this.#wait.observe(ms / 1000);
  }
}
