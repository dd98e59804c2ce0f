import { abortable } from './abortable.js';
import { collectBytes } from './collect-bytes.js';
import { InputError } from './errors.js';
import { tooLarge, type FileLimits } from './local-file.js';

/** Reads a stream into memory, because a stream can be sent only once and a call may have to be repeated. */
export async function readImageStream(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: FileLimits,
): Promise<Blob> {
  const whole = await collectBytes(checkedChunks(chunks, signal), maxBytes);
  if (whole === null) throw new InputError(tooLarge('The image stream holds more bytes', maxBytes));
  return new Blob([whole]);
}

/** Ends with the signal even while the source says nothing, and lets only bytes through. */
async function* checkedChunks(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  let isAtEnd = false;
  try {
    for (;;) {
      const next = await abortable(readNext(source), signal);
      isAtEnd = next.done === true;
      if (next.done === true) return;
      const chunk: unknown = next.value;
      if (!(chunk instanceof Uint8Array)) {
        throw new InputError(`The image stream must give bytes, but gave a ${typeof chunk}.`);
      }
      yield chunk;
    }
  } finally {
    // Not awaited: a source that hangs would hang the call with it.
    if (!isAtEnd) source.return?.().catch(() => undefined);
  }
}

async function readNext(source: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array, unknown>> {
  try {
    return await source.next();
  } catch (error) {
    throw new InputError('The image stream failed while it was read.', { cause: error });
  }
}
