import { abortable } from './deadline.js';

/** A source of bytes that can be stopped, even while a read is pending. */
export interface ByteStream {
  readonly next: () => Promise<IteratorResult<unknown, unknown>>;
  readonly stop: () => void;
}

export function webStream(stream: ReadableStream<Uint8Array>): ByteStream {
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    stop: () => {
      reader.cancel().catch(() => undefined);
    },
  };
}

/** Node streams have it. */
interface Destroyable {
  readonly destroy: () => unknown;
}

const isDestroyable = (source: object): source is Destroyable =>
  'destroy' in source && typeof source.destroy === 'function';

export function iterableStream(source: AsyncIterable<unknown>): ByteStream {
  const iterator = source[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    stop: () => {
      // Only this stops a stream with a pending read; `return()` of the iterator would wait for it.
      if (isDestroyable(source)) source.destroy();
      else iterator.return?.().catch(() => undefined);
    },
  };
}

export interface ReadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export class NotBytes extends Error {}

/** Reads to the end; null if there is more than the limit. A stream that is not read to its end is closed. */
export async function readBytes(stream: ByteStream, { maxBytes, signal }: ReadLimits): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let isAtEnd = false;
  try {
    for (;;) {
      const { done, value } = await abortable(stream.next(), signal);
      isAtEnd = done === true;
      if (isAtEnd) return new Blob(parts);
      if (!(value instanceof Uint8Array)) throw new NotBytes(typeof value);
      size += value.byteLength;
      if (size > maxBytes) return null;
      parts.push(new Uint8Array(value));
    }
  } finally {
    if (!isAtEnd) stream.stop();
  }
}
