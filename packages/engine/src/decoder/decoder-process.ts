import { EngineError, fromErrorValue } from '@facet/analysis/errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import type { EncodedImage, Redaction } from '../image/redact.js';
import { lowerProcessPriority } from '../runtime/priority.js';
import {
  frameParts,
  FrameReader,
  type DecoderMessage,
  type FileLimits,
  type FileTask,
  type Frame,
  type PhotoHeader,
} from './frames.js';
import { launchDecoder, type DecoderChild } from './launch-decoder.js';
import { exceededError, watchProcess, type ExceededLimit } from './watch-process.js';

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
    return (await this.#run(file, own)) as Photo;
  }

  /** The file with its regions redacted, under the same limits. */
  async redact(file: Uint8Array, redaction: Redaction, own: Partial<FileLimits> = {}): Promise<EncodedImage> {
    return (await this.#run(file, own, redaction)) as EncodedImage;
  }

  async #run(file: Uint8Array, own: Partial<FileLimits>, redaction?: Redaction): Promise<FileResult> {
    const pixels = Math.min(this.#limits.pixels, own.pixels ?? Infinity);
    const workMs = Math.min(this.#limits.workMs, own.workMs ?? Infinity);
    const cpuSeconds = Math.min(this.#limits.cpuSeconds, cpuMsFor(workMs) / 1000);
    const limits = { ...this.#limits, pixels, workMs, cpuSeconds };
    return this.#attempt(file, limits, redaction).catch((failure: unknown) => {
      if (failure instanceof DiedIdle) return this.#attempt(file, limits, redaction);
      throw failure;
    });
  }

  async #attempt(file: Uint8Array, limits: DecodeLimits, redaction?: Redaction): Promise<FileResult> {
    if (this.#closed) throw new EngineError('engine-closed');
    const running = this.#running ?? this.#start();
    await running.ready;
    const result = await running.run(file, limits, redaction);
    // A limit for each file alone would let a decoder that leaks grow for ever.
    if (running.residentBytes > limits.idleBytes && this.#running === running) {
      this.#start();
      running.kill();
    }
    return result;
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

const START_DEADLINE_MS = 30_000;

type FileResult = Photo | EncodedImage;

interface Pending {
  readonly limits: DecodeLimits;
  readonly resolve: (result: FileResult) => void;
  readonly reject: (error: Error) => void;
}

/** One process, from its start to its end. */
class RunningDecoder {
  readonly ready: Promise<void>;
  readonly #child: DecoderChild;
  #settleReady: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #wasReady = false;
  #pending: Pending | null = null;
  #hasBegun = false;
  #exceeded: ExceededLimit | null = null;
  /** Memory in use after the last file; 0 where the system does not report it. */
  residentBytes = 0;

  constructor(limits: DecodeLimits, onEnd: (wasReady: boolean) => void) {
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // Whoever awaits it sees the failure; an unhandled rejection must not end the process.
    this.ready.catch(() => undefined);
    this.#child = launchDecoder(JSON.stringify(limits));
    lowerProcessPriority(this.#child.pid);
    const startTimer = setTimeout(() => {
      this.kill();
    }, START_DEADLINE_MS);
    const reader = new FrameReader((frame) => {
      clearTimeout(startTimer);
      this.#onFrame(frame);
    });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      reader.push(chunk);
    });
    // The exit of the process says more than a broken pipe.
    this.#child.stdin.on('error', () => undefined);
    let hasEnded = false;
    const ended = (cause: Error): void => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(startTimer);
      this.#fail(cause);
      onEnd(this.#wasReady);
    };
    this.#child.once('error', ended);
    // Not on `exit`: messages may still be on their way then, such as the one that a file was begun.
    this.#child.once('close', (code, signal) => {
      ended(new Error(`The decoder ended with ${signal ?? `exit code ${code ?? 'unknown'}`}.`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async run(file: Uint8Array, limits: DecodeLimits, redaction?: Redaction): Promise<FileResult> {
    if (this.#pending !== null) throw new Error('The decoder is busy.');
    const done = new Promise<FileResult>((resolve, reject) => {
      this.#pending = { limits, resolve, reject };
    });
    this.#hasBegun = false;
    const header: FileTask = { pixels: limits.pixels, workMs: limits.workMs, redaction };
    const watch = watchProcess(this.#child.pid ?? 0, limits, (exceeded) => {
      this.#exceeded = exceeded;
      this.kill();
    });
    for (const part of frameParts({ header, bytes: file })) this.#child.stdin.write(part);
    try {
      const result = await done;
      this.residentBytes = watch.residentBytes();
      return result;
    } finally {
      watch.stop();
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #onFrame({ header, bytes }: Frame): void {
    const message = header as DecoderMessage;
    if (message.kind === 'ready') {
      this.#wasReady = true;
      this.#settleReady?.resolve();
      return;
    }
    if (message.kind === 'begun') {
      this.#hasBegun = true;
      return;
    }
    const pending = this.#pending;
    this.#pending = null;
    if (message.kind === 'decoded') pending?.resolve(toPhoto(message.photo, bytes));
    else if (message.kind === 'encoded') pending?.resolve({ data: bytes, format: message.format });
    else pending?.reject(fromErrorValue(message.error));
  }

  #fail(cause: Error): void {
    const died = this.#hasBegun ? new EngineError('engine-worker-died', {}, { cause }) : new DiedIdle(cause);
    this.#settleReady?.reject(died);
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(this.#exceeded === null ? died : exceededError(this.#exceeded, pending.limits, cause));
  }
}

/** The process died without having looked at the file. */
class DiedIdle extends EngineError {
  constructor(cause: Error) {
    super('engine-worker-died', {}, { cause });
  }
}

const toPhoto = ({ width, height, ...rest }: PhotoHeader, data: Uint8Array): Photo => ({
  pixels: { data, width, height },
  ...rest,
});
