import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { EngineError, fromErrorValue, type ErrorValue } from '../errors.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '../image/pixels.js';
import { lowerProcessPriority } from '../runtime/priority.js';
import { exceededError, watchProcess, type ExceededLimit } from './watch-process.js';

/** The built file, also for tests that run the TypeScript source. */
const MAIN = fileURLToPath(new URL('../../dist/decoder/decoder-main.js', import.meta.url));
/** A small heap, no threads for compiling, and garbage collected as soon as a photo is sent. */
const NODE_FLAGS = ['--expose-gc', '--max-semi-space-size=1', '--v8-pool-size=0', '--max-old-space-size=128'];
/** One decode at a time needs one native thread; large buffers go back to the system when they are freed. */
const SETTINGS = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
/** The only variables that the process inherits: where libraries are found. No setting of the service, no secret. */
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot'];
const START_DEADLINE_MS = 30_000;

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Pending {
  readonly resolve: (photo: Photo) => void;
  readonly reject: (error: Error) => void;
}

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
   * pixels and of work for this file, but not raise them.
   */
  async decode(file: Uint8Array, own: Partial<FileLimits> = {}): Promise<Photo> {
    if (this.#closed) throw new EngineError('engine-closed');
    const running = this.#running ?? this.#start();
    await running.ready;
    const pixels = Math.min(this.#limits.pixels, own.pixels ?? Infinity);
    const workMs = Math.min(this.#limits.workMs, own.workMs ?? Infinity);
    return await running.decode(file, { ...this.#limits, pixels, workMs });
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
      this.#running = null;
      // One that could not even start is started again when it is next needed.
      if (wasReady && !this.#closed) this.#start();
    });
    this.#running = running;
    return running;
  }
}

/** One process, from its start to its end. */
class RunningDecoder {
  readonly ready: Promise<void>;
  readonly #child: Child;
  #settleReady: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #wasReady = false;
  #pending: Pending | null = null;
  #exceeded: ExceededLimit | null = null;

  constructor(limits: DecodeLimits, onEnd: (wasReady: boolean) => void) {
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // Whoever awaits it sees the failure; an unhandled rejection must not end the process.
    this.ready.catch(() => undefined);
    const env: NodeJS.ProcessEnv = { ...SETTINGS };
    for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name];
    this.#child = spawn(process.execPath, [...NODE_FLAGS, MAIN, JSON.stringify(limits)], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
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
      this.#fail(cause, limits);
      onEnd(this.#wasReady);
    };
    this.#child.once('error', ended);
    this.#child.once('exit', (code, signal) => {
      ended(new Error(`The decoder ended with ${signal ?? `exit code ${code ?? 'unknown'}`}.`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  decode(file: Uint8Array, limits: DecodeLimits): Promise<Photo> {
    if (this.#pending !== null) throw new Error('The decoder is busy.');
    const stopWatching = watchProcess(this.#child.pid ?? 0, limits, (exceeded) => {
      this.#exceeded = exceeded;
      this.kill();
    });
    const decoded = new Promise<Photo>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    const header: FileLimits = { pixels: limits.pixels, workMs: limits.workMs };
    for (const part of frameParts({ header, bytes: file })) this.#child.stdin.write(part);
    return decoded.finally(stopWatching);
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
    const pending = this.#pending;
    this.#pending = null;
    if (message.kind === 'decoded') pending?.resolve(toPhoto(message.photo, bytes));
    else pending?.reject(fromErrorValue(message.error));
  }

  #fail(cause: Error, limits: DecodeLimits): void {
    const died = new EngineError('engine-worker-died', {}, { cause });
    this.#settleReady?.reject(died);
    this.#pending?.reject(this.#exceeded === null ? died : exceededError(this.#exceeded, limits, cause));
    this.#pending = null;
  }
}

const toPhoto = ({ width, height, ...rest }: PhotoHeader, data: Uint8Array): Photo => ({
  pixels: { data, width, height },
  ...rest,
});

/** Sent with each file: the limits that a call may lower. */
export type FileLimits = Pick<DecodeLimits, 'pixels' | 'workMs'>;

/** What a decoder process sends: first that it is ready, then one answer for each file. Pixels follow as bytes. */
export type DecoderMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decoded'; readonly photo: PhotoHeader }
  | { readonly kind: 'failed'; readonly error: ErrorValue };

/** A photo without its pixels. */
interface PhotoHeader extends Omit<Photo, 'pixels'> {
  readonly width: number;
  readonly height: number;
}

/** One message between the engine and a decoder process: a JSON header, and bytes. */
interface Frame {
  readonly header: unknown;
  readonly bytes: Uint8Array;
}

/** Before each frame: the lengths of its header and of its bytes. */
const LENGTHS_BYTES = 8;

/** The parts of a frame, in the order in which they are written. The bytes are not copied. */
export function frameParts({ header, bytes }: Frame): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [Buffer.concat([lengths, json]), bytes];
}

/** Reassembles frames from a stream whose chunks may end anywhere. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  #part = new Uint8Array(LENGTHS_BYTES);
  #filled = 0;
  #lengths: { readonly json: number; readonly bytes: number } | null = null;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) {
      const taken = rest.subarray(0, this.#part.length - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      rest = rest.subarray(taken.length);
      if (this.#filled === this.#part.length) this.#finishPart();
    }
  }

  #finishPart(): void {
    const part = this.#part;
    this.#filled = 0;
    if (this.#lengths === null) {
      const view = new DataView(part.buffer);
      this.#lengths = { json: view.getUint32(0), bytes: view.getUint32(4) };
      this.#part = new Uint8Array(this.#lengths.json + this.#lengths.bytes);
      return;
    }
    const { json } = this.#lengths;
    this.#lengths = null;
    this.#part = new Uint8Array(LENGTHS_BYTES);
    const header: unknown = JSON.parse(Buffer.from(part.buffer, 0, json).toString());
    this.#onFrame({ header, bytes: part.subarray(json) });
  }
}
