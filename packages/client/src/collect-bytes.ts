/** Reads a stream to its end; null when it holds more than the limit. The stream is released either way. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) return null;
    parts.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** The chunks of a web stream; not every browser can iterate over one itself. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let isAtEnd = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isAtEnd = done;
      if (done) return;
      yield value;
    }
  } finally {
    // A consumer that stops early leaves the source open otherwise.
    if (!isAtEnd) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}
