import { ServiceError } from '../errors.js';
import { createAdmission, type Admission, type AdmissionOptions, type AdmissionStats } from './admission.js';

interface Task {
  readonly controller: AbortController;
  finish?: () => void;
}

/** Drives an admission by hand: tasks named `<caller><number>` begin and end when the test says so. */
export class QueueHarness {
  readonly #admission: Admission;
  readonly #tasks = new Map<string, Task>();
  readonly started: string[] = [];
  /** Begun and not ended. */
  running: string[] = [];
  readonly succeeded: string[] = [];
  readonly rejected: string[] = [];
  readonly aborted: string[] = [];

  #clock = 0;

  constructor(options: AdmissionOptions) {
    this.#admission = createAdmission({ now: () => this.#clock, ...options });
  }

  /** Time goes by only so. */
  pass(milliseconds: number): void {
    this.#clock += milliseconds;
  }

  stats(): AdmissionStats {
    return this.#admission.stats();
  }

  /** Whether one more of the caller's would be rejected now, however long it would wait. */
  wouldReject(caller: string): boolean {
    try {
      this.#admission.check(caller, Infinity);
      return false;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'overloaded') return true;
      throw error;
    }
  }

  /** Long enough for every promise that can settle to do so. */
  async settle(): Promise<void> {
    await new Promise(setImmediate);
  }

  async arrive(...names: string[]): Promise<void> {
    for (const name of names) this.arriveNow(name);
    await this.settle();
  }

  arriveNow(name: string): void {
    const pending: Task = { controller: new AbortController() };
    this.#tasks.set(name, pending);
    const task = (): Promise<string> => {
      this.started.push(name);
      this.running.push(name);
      return new Promise((resolve) => {
        pending.finish = () => {
          this.running = this.running.filter((other) => other !== name);
          resolve(name);
        };
      });
    };
    this.#admission.run(name.charAt(0), pending.controller.signal, task).then(
      (result) => this.succeeded.push(result),
      (error: unknown) => {
        const known = error instanceof ServiceError && error.code === 'overloaded';
        if (!known && error !== pending.controller.signal.reason) throw error;
        (known ? this.rejected : this.aborted).push(name);
      },
    );
  }

  finishNow(name: string): void {
    const finish = this.#tasks.get(name)?.finish;
    if (finish === undefined) throw new Error(`${name} has not begun.`);
    finish();
  }

  async finish(name: string): Promise<void> {
    this.finishNow(name);
    await this.settle();
  }

  async finishAll(): Promise<void> {
    for (let [name] = this.running; name !== undefined; [name] = this.running) await this.finish(name);
  }

  abortNow(name: string): void {
    this.#tasks.get(name)?.controller.abort(new Error(`${name} was cancelled.`));
  }
}
