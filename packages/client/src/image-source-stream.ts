import { NotBytes, readBytes, type ByteStream, type ReadLimits } from './byte-stream.js';
import { InputError } from './errors.js';
import { tooLarge } from './local-file.js';

/** Reads a stream into memory, because a stream can be sent only once and a call may have to be repeated. */
export async function readImageStream(stream: ByteStream, limits: ReadLimits): Promise<Blob> {
  const whole = await readBytes(stream, limits).catch((error: unknown) => {
    if (limits.signal.aborted) throw error;
    throw error instanceof NotBytes
      ? new InputError(`The image stream must give bytes, but gave a ${error.message}.`)
      : new InputError('The image stream failed while it was read.', { cause: error });
  });
  if (whole === null) throw new InputError(tooLarge('The image stream holds more bytes', limits.maxBytes));
  return whole;
}
