import { ServiceError } from '../../errors.js';
import { LeakyBucket } from '../../work/leaky-bucket.js';

const HOUR_MS = 3_600_000;

/** Trial calls come in bursts: their share of the workers is averaged over this time. */
const WORK_MEMORY_MS = 240_000;

/** `Retry-After` if too many calls are open: most are done within this time. */
const OPEN_RETRY_SECONDS = 2;

export interface TrialLimits {
  /** Per hour. */
  readonly callsPerNetwork: number;
  readonly callsInAll: number;
  /** Calls in flight. */
  readonly openPerNetwork: number;
  readonly openInAll: number;
  /** How many workers the calls may occupy on average; may be a fraction. */
  readonly workers: number;
}

export const TRIAL_BOUNDS = ['calls-of-network', 'calls', 'open-of-network', 'open', 'work'] as const;
export type TrialBound = (typeof TRIAL_BOUNDS)[number];

/** A call that was admitted. */
interface TrialCall {
  /** The calls that the network may make in an hour, and how many of them are left after this one. */
  readonly limit: number;
  readonly remaining: number;
  /** Until it has all of them again, without further calls. */
  readonly resetMs: number;
  /** The call is over, however it ended. */
  readonly close: () => void;
}

interface Network {
  readonly calls: LeakyBucket;
  open: number;
  lastCall: number;
}

/**
 * The limits of all trial calls together. Nothing is kept but the number of calls of each network, in memory, for an
 * hour. A network is only stored with an admitted call, so `callsInAll` limits the memory, too.
 */
export class TrialBudget {
  readonly #limits: TrialLimits;
  readonly #onRejection: (bound: TrialBound) => void;
  readonly #now: () => number;
  readonly #calls: LeakyBucket;
  readonly #work: LeakyBucket;
  /** The network with the most recent call comes last. */
  readonly #networks = new Map<string, Network>();
  #open = 0;

  constructor(
    limits: TrialLimits,
    onRejection: (bound: TrialBound) => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#onRejection = onRejection;
    this.#now = now;
    this.#calls = new LeakyBucket(limits.callsInAll, HOUR_MS, now);
    this.#work = new LeakyBucket(limits.workers * WORK_MEMORY_MS, WORK_MEMORY_MS, now);
  }

  get openCalls(): number {
    return this.#open;
  }

  /** Calls that all networks together have left. */
  get callsLeft(): number {
    return Math.floor(this.#limits.callsInAll - this.#calls.level);
  }

  get knownNetworks(): number {
    return this.#networks.size;
  }

  /** Admits and counts a call of the network, or throws `trial-limit`. */
  open(name: string): TrialCall {
    this.#forgetOld();
    const { callsPerNetwork, openPerNetwork, openInAll } = this.#limits;
    const network = this.#networks.get(name) ?? {
      calls: new LeakyBucket(callsPerNetwork, HOUR_MS, this.#now),
      open: 0,
      lastCall: 0,
    };
    this.#rejectIf('calls-of-network', network.calls.msUntilRoomFor(1) / 1000);
    this.#rejectIf('open-of-network', network.open < openPerNetwork ? 0 : OPEN_RETRY_SECONDS);
    this.#rejectIf('calls', this.#calls.msUntilRoomFor(1) / 1000);
    this.#rejectIf('open', this.#open < openInAll ? 0 : OPEN_RETRY_SECONDS);
    this.#rejectIf('work', this.#work.msUntilRoomFor(0) / 1000);
    this.#calls.add(1);
    network.calls.add(1);
    network.lastCall = this.#now();
    network.open++;
    this.#open++;
    this.#networks.delete(name);
    this.#networks.set(name, network);
    let isOpen = true;
    return {
      limit: callsPerNetwork,
      remaining: Math.max(0, Math.floor(Math.min(callsPerNetwork - network.calls.level, this.callsLeft))),
      resetMs: (network.calls.level / callsPerNetwork) * HOUR_MS,
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        network.open--;
        this.#open--;
      },
    };
  }

  /** Adds the time that a worker spent on a call. */
  countWork(ms: number): void {
    this.#work.add(ms);
  }

  #rejectIf(bound: TrialBound, seconds: number): void {
    if (seconds <= 0) return;
    this.#onRejection(bound);
    throw new ServiceError('trial-limit', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
  }

  /** An hour after its last call, a network has all its calls again. */
  #forgetOld(): void {
    for (const [name, { lastCall, open }] of this.#networks) {
      if (open > 0 || this.#now() - lastCall < HOUR_MS) return;
      this.#networks.delete(name);
    }
  }
}
