import type { IncomingMessage } from 'node:http';
import { abortable } from '../../deadline.js';
import { ServiceError } from '../../errors.js';
import type { BodyAllowance } from './body-budget.js';

export interface BodyLimits {
  /** Bytes of the whole body. */
  readonly bodyBytes: number;
  /** Bytes of one image. */
  readonly imageBytes: number;
}

export interface BodySource {
  readonly request: IncomingMessage;
  readonly limits: BodyLimits;
  readonly allowance: BodyAllowance;
  /** Fires at the deadline or when the client is gone; its reason is the error. */
  readonly signal: AbortSignal;
}

/** Takes the chunks of a body. `false` from `write` means: wait for `resume`. */
export interface BodySink<Result> {
  write(chunk: Buffer): boolean;
  end(): void;
  /** Settles when the sink has everything, or cannot go on. */
  readonly result: Promise<Result>;
  onDrain(resume: () => void): void;
}

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('too-many-bytes', `The request body is larger than the limit of ${limit} bytes.`, {
    limitBytes: limit,
  });

/**
 * Moves a body into a sink within its limits. Whatever ends it early, the rest of the body is let run off unread,
 * so that a client which is still sending gets its answer instead of a reset connection.
 */
export async function pumpBody<Result>(source: BodySource, sink: BodySink<Result>): Promise<Result> {
  const { request, limits, allowance, signal } = source;
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  signal.throwIfAborted();
  let stopReading: () => void = () => undefined;
  const read = new Promise<Result>((resolve, reject) => {
    let received = 0;
    const fail = (error: unknown): void => {
      reject(error instanceof Error ? error : new ServiceError('malformed-body'));
    };
    const onData = (chunk: Buffer): void => {
      try {
        received += chunk.length;
        if (received > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
        allowance.take(chunk.length);
        if (!sink.write(chunk)) request.pause();
      } catch (error) {
        fail(error);
      }
    };
    const onBreak = (cause: unknown): void => {
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
    sink.onDrain(() => request.resume());
    request.on('data', onData).on('end', onEnd).on('error', onBreak);
    stopReading = () => {
      request.off('data', onData).off('end', onEnd).off('error', onBreak);
    };
    sink.result.then(resolve, reject);
  });
  try {
    return await abortable(read, signal);
  } finally {
    stopReading();
    // A late error on a request that nobody reads any more must not end the process.
    request.on('error', () => undefined);
    request.resume();
  }
}
