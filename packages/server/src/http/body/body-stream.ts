import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors.js';
import { abortable } from '../../work/deadline.js';
import type { RequestMemory } from '../../work/memory-budget.js';

export interface BodyLimits {
  /** Bytes of the whole body. */
  readonly bodyBytes: number;
  /** Bytes of one image. */
  readonly imageBytes: number;
}

export interface BodySource {
  readonly request: IncomingMessage;
  readonly limits: BodyLimits;
  readonly memory: RequestMemory;
  /** Fires at the deadline or when the client disconnects; its reason is the error. */
  readonly signal: AbortSignal;
  /** Does what takes this thread long, when it is the caller's turn; at once if it is left out. */
  readonly inTurn?: (<T>(work: () => T) => Promise<T>) | undefined;
  /** Called with each chunk as it arrives. */
  readonly onChunk?: (chunk: Buffer) => void;
}

/** Receives the chunks of a body. If `write` returns false, the next chunk waits for `resume`. */
export interface BodySink<Result> {
  write(chunk: Buffer): boolean;
  end(): void;
  /** Resolves when the sink has everything; rejects when it cannot continue. */
  readonly result: Promise<Result>;
  onDrain(resume: () => void): void;
}

/** What is read of a body before other work gets its turn: as much as a socket gives at a time. */
const BYTES_IN_TURN = 64 * 1024;

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('too-many-bytes', `The request body is larger than the limit of ${limit} bytes.`, {
    limitBytes: limit,
  });

/**
 * Reads a body into a sink, within its limits. Now and then the event loop gets its turn: otherwise 2 MB of every body
 * would be read at a time, and twenty uploads would keep a short call waiting. If reading ends early, the rest of the body
 * is drained, so that a client that is still sending gets its response instead of a connection reset.
 */
export async function pumpBody<Result>(source: BodySource, sink: BodySink<Result>): Promise<Result> {
  const { request, limits, memory, signal, onChunk } = source;
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  signal.throwIfAborted();
  let stopReading: () => void = () => undefined;
  const read = new Promise<Result>((resolve, reject) => {
    let received = 0;
    let readInTurn = 0;
    const resumeReading = (): void => {
      request.resume();
    };
    const fail = (error: unknown): void => {
      reject(error instanceof Error ? error : new ServiceError('malformed-body'));
    };
    const onData = (chunk: Buffer): void => {
      try {
        received += chunk.length;
        if (received > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
        memory.take(chunk.length);
        onChunk?.(chunk);
        const takesMore = sink.write(chunk);
        readInTurn += chunk.length;
        if (takesMore && readInTurn < BYTES_IN_TURN) return;
        readInTurn = 0;
        request.pause();
        if (takesMore) setImmediate(resumeReading);
      } catch (error) {
        fail(error);
      }
    };
    const onError = (cause: unknown): void => {
      fail(
        new ServiceError(
          'malformed-body',
          'The connection closed before the body was complete.',
          {},
          { cause },
        ),
      );
    };
    const onEnd = (): void => {
      sink.end();
    };
    sink.onDrain(resumeReading);
    request.on('data', onData).on('end', onEnd).on('error', onError);
    stopReading = () => {
      request.off('data', onData).off('end', onEnd).off('error', onError);
    };
    sink.result.then(resolve, reject);
  });
  try {
    return await abortable(read, signal);
  } finally {
    stopReading();
    // A late error on a request that is no longer read must not crash the process.
    request.on('error', () => undefined);
    request.resume();
  }
}

type BodyType =
  { readonly kind: 'multipart' } | { readonly kind: 'json'; readonly charset: string | undefined };

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)"?/i;

/** Which of the two accepted content types the request has. */
export function bodyType(contentType: string | undefined, contentEncoding: string | undefined): BodyType {
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('content-type', 'A compressed request body is not accepted; send it as it is.');
  }
  const media = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (media === 'multipart/form-data') return { kind: 'multipart' };
  if (media === 'application/json') return { kind: 'json', charset: CHARSET.exec(contentType ?? '')?.[1] };
  throw new ServiceError('content-type');
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise with its resolve and reject functions, like Promise.withResolvers, which Node 20 lacks. */
export function deferred<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

const FIRST_BUFFER = 4096;
const LARGEST_BUFFER = 1024 * 1024;
/** Larger chunks are kept as they are, unless they are less than half of the memory that they hold on to. */
const LARGE_CHUNK = 16 * 1024;

/**
 * Collects the bytes of a body, or of one part of it, as they arrive. Small chunks are copied into larger buffers: a hostile
 * client can send millions of chunks of a byte or two, and keeping each chunk would cost a hundred times its size.
 */
export class GatheredBytes {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Nobody may change the chunk afterwards: a large one is not copied. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (chunk.length >= LARGE_CHUNK && chunk.buffer.byteLength <= 2 * chunk.length) {
      const kept = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#full.push(this.#last.subarray(0, this.#used), kept);
      this.#last = this.#last.subarray(this.#used);
      this.#used = 0;
      return;
    }
    for (let at = 0; at < chunk.length;) {
      if (this.#used === this.#last.length) this.#addBuffer();
      const part = chunk.subarray(at, at + this.#last.length - this.#used);
      this.#last.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  /** The bytes in chunks, without copying. */
  chunks(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#used)].filter(({ length }) => length > 0);
  }

  /** The bytes as one new buffer. */
  toBuffer(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const chunk of this.chunks()) {
      buffer.set(chunk, at);
      at += chunk.length;
    }
    return buffer;
  }

  #addBuffer(): void {
    const { length } = this.#last;
    if (length > 0) this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(Math.min(LARGEST_BUFFER, Math.max(FIRST_BUFFER, 2 * length)));
    this.#used = 0;
  }
}
