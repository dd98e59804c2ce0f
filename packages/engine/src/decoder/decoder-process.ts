import { EngineError } from '../errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '../image/pixels.js';
import type { FileLimits } from './frames.js';
import { DiedIdle, RunningDecoder } from './running-decoder.js';

/** The first file of a process takes longer than others, because code is loaded and compiled. */
const LEAST_CPU_MS = 200;

/** The processor time in milliseconds that a file may use if its estimate may be `workMs`. */
const cpuMsFor = (workMs: number): number => Math.max(LEAST_CPU_MS, 1.25 * workMs);

/**
 * Decodes files in a separate process, one at a time. If a decode passes its deadline, the process is killed: native code
 * in a thread could not be stopped. The same happens if it uses too much processor time or memory (on Linux, which reports
 * both). A process that ends, for whatever reason, is replaced.
 */
export class DecoderProcess {
  readonly #limits: DecodeLimits;
  #running: RunningDecoder | null = null;
  #closed = false;

  constructor(limits: DecodeLimits) {
    this.#limits = limits;
    this.#start();
  }

  /** Resolves when the process can decode. */
  async ready(): Promise<void> {
    await (this.#running ?? this.#start()).ready;
  }

  /**
   * Fails with `image-decode-timeout` after the limit of seconds, once the process is gone. `own` may lower the limits of
   * pixels and of work for this file, but not raise them. If the process died before it came to the file, its successor
   * gets it; a file that ends a process is not tried again.
   */
  async decode(file: Uint8Array, own: Partial<FileLimits> = {}): Promise<Photo> {
    const pixels = Math.min(this.#limits.pixels, own.pixels ?? Infinity);
    const workMs = Math.min(this.#limits.workMs, own.workMs ?? Infinity);
    const cpuSeconds = Math.min(this.#limits.cpuSeconds, cpuMsFor(workMs) / 1000);
    const limits = { ...this.#limits, pixels, workMs, cpuSeconds };
    return this.#attempt(file, limits).catch((failure: unknown) => {
      if (failure instanceof DiedIdle) return this.#attempt(file, limits);
      throw failure;
    });
  }

  async #attempt(file: Uint8Array, limits: DecodeLimits): Promise<Photo> {
    if (this.#closed) throw new EngineError('engine-closed');
    const running = this.#running ?? this.#start();
    await running.ready;
    const photo = await running.decode(file, limits);
    // A limit for each file alone would let a decoder that leaks grow for ever.
    if (running.residentBytes > limits.idleBytes && this.#running === running) {
      this.#start();
      running.kill();
    }
    return photo;
  }

  /** The process ID, for tests that stop or kill it. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  close(): void {
    this.#closed = true;
    this.#running?.kill();
  }

  #start(): RunningDecoder {
    const running = new RunningDecoder(this.#limits, (wasReady) => {
      if (this.#running !== running) return; // it has been replaced already
      this.#running = null;
      // One that could not even start is started again when it is next needed.
      if (wasReady && !this.#closed) this.#start();
    });
    this.#running = running;
    return running;
  }
}
