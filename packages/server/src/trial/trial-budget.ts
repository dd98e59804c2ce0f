import { ServiceError } from '../errors.js';
import { LeakyBucket } from './leaky-bucket.js';

const HOUR_MS = 3_600_000;

/** Visitors come in bursts: what they may take of the workers is counted over this time. */
const WORK_MEMORY_MS = 240_000;

/** When to come back while as many calls are open as may be: most are answered within this time. */
const OPEN_RETRY_SECONDS = 2;

export interface TrialLimits {
  /** In an hour. */
  readonly callsPerNetwork: number;
  readonly callsInAll: number;
  /** Not answered yet. */
  readonly openPerNetwork: number;
  readonly openInAll: number;
  /** Workers whose whole time the calls may take; a fraction where it is less than one. */
  readonly workers: number;
}

export const TRIAL_BOUNDS = ['calls-of-network', 'calls', 'open-of-network', 'open', 'work'] as const;
export type TrialBound = (typeof TRIAL_BOUNDS)[number];

/** A call that has been let in. */
export interface TrialCall {
  /** The call is over, however it ended. */
  readonly close: () => void;
}

interface Network {
  readonly calls: LeakyBucket;
  open: number;
  lastCall: number;
}

/**
 * What strangers may use in all. Nothing of them is kept but the count of each network's calls, in memory, for an hour.
 * A network is noted only with a call that was let in, so that `callsInAll` bounds the memory too.
 */
export class TrialBudget {
  readonly #limits: TrialLimits;
  readonly #onRefusal: (bound: TrialBound) => void;
  readonly #now: () => number;
  readonly #calls: LeakyBucket;
  readonly #work: LeakyBucket;
  /** The one that called last comes last. */
  readonly #networks = new Map<string, Network>();
  #open = 0;

  constructor(
    limits: TrialLimits,
    onRefusal: (bound: TrialBound) => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#onRefusal = onRefusal;
    this.#now = now;
    this.#calls = new LeakyBucket(limits.callsInAll, HOUR_MS, now);
    this.#work = new LeakyBucket(limits.workers * WORK_MEMORY_MS, WORK_MEMORY_MS, now);
  }

  get openCalls(): number {
    return this.#open;
  }

  /** Calls that all networks together have left for now. */
  get callsLeft(): number {
    return Math.floor(this.#limits.callsInAll - this.#calls.level);
  }

  get knownNetworks(): number {
    return this.#networks.size;
  }

  /** Lets one call of the network in and counts it, or refuses it with `trial-limit`. */
  open(name: string): TrialCall {
    this.#forgetOld();
    const { callsPerNetwork, openPerNetwork, openInAll } = this.#limits;
    const network = this.#networks.get(name) ?? {
      calls: new LeakyBucket(callsPerNetwork, HOUR_MS, this.#now),
      open: 0,
      lastCall: 0,
    };
    this.#refuseFor('calls-of-network', network.calls.msUntilRoomFor(1) / 1000);
    this.#refuseFor('open-of-network', network.open < openPerNetwork ? 0 : OPEN_RETRY_SECONDS);
    this.#refuseFor('calls', this.#calls.msUntilRoomFor(1) / 1000);
    this.#refuseFor('open', this.#open < openInAll ? 0 : OPEN_RETRY_SECONDS);
    this.#refuseFor('work', this.#work.msUntilRoomFor(0) / 1000);
    this.#calls.add(1);
    network.calls.add(1);
    network.lastCall = this.#now();
    network.open++;
    this.#open++;
    this.#networks.delete(name);
    this.#networks.set(name, network);
    let isOpen = true;
    return {
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        network.open--;
        this.#open--;
      },
    };
  }

  /** Counts what a worker did for a call. */
  countWork(ms: number): void {
    this.#work.add(ms);
  }

  #refuseFor(bound: TrialBound, seconds: number): void {
    if (seconds <= 0) return;
    this.#onRefusal(bound);
    throw new ServiceError('trial-limit', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
  }

  /** An hour after its last call a network has all its calls back. */
  #forgetOld(): void {
    for (const [name, { lastCall, open }] of this.#networks) {
      if (open > 0 || this.#now() - lastCall < HOUR_MS) return;
      this.#networks.delete(name);
    }
  }
}
