/**
 * Slots of the engine that several queues share. A free slot is offered to the queues in the order in which they
 * joined: a later queue only gets a slot that no earlier one needs.
 */
export class SharedSlots {
  readonly #most: number;
  readonly #startNext: (() => boolean)[] = [];
  /** Functions that preempt running tasks in favour of an earlier queue; the task that started last comes last. */
  readonly #preemptible = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFree(): boolean {
    return this.#taken < this.#most;
  }

  /** `startNext` starts the next task of a queue, and returns whether there was one. */
  join(startNext: () => boolean): void {
    this.#startNext.push(startNext);
  }

  take(preempt?: () => void): void {
    this.#taken++;
    if (preempt !== undefined) this.#preemptible.add(preempt);
  }

  /** Preempts the task that started last, if any can be preempted; its slot is free soon. */
  preemptOne(): void {
    const latest = [...this.#preemptible].at(-1);
    if (latest === undefined) return;
    this.#preemptible.delete(latest);
    latest();
  }

  /** Gives the slot to the next task immediately, so that it is never free while a task is waiting for it. */
  leave(preempt?: () => void): void {
    this.#taken--;
    if (preempt !== undefined) this.#preemptible.delete(preempt);
    this.#startNext.some((startNext) => startNext());
  }
}

/** One run of a task in a slot. */
export interface Run {
  /** Cancels the task. */
  readonly signal: AbortSignal;
  /** Stops the task in favour of another queue; it is restarted later. */
  readonly preempt?: () => void;
  readonly wasPreempted: () => boolean;
}

export function newRun(signal: AbortSignal, isPreemptible: boolean): Run {
  if (!isPreemptible) return { signal, wasPreempted: () => false };
  const preemption = new AbortController();
  return {
    signal: AbortSignal.any([signal, preemption.signal]),
    preempt: () => {
      preemption.abort(new Error('A caller with an API key is waiting.'));
    },
    wasPreempted: () => preemption.signal.aborted && !signal.aborted,
  };
}
