import { once } from 'node:events';

export interface Output {
  /** Resolves when more may be written, so that a slow reader slows the run instead of filling memory. */
  write(text: string): Promise<void>;
}

/** Standard output for a run. When its reader has seen enough (`… | head`), `onReaderGone` is called, and nothing fails. */
export function openOutput(stream: NodeJS.WriteStream, onReaderGone: () => void): Output {
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    stream.on('error', () => {
      isGone = true;
      resolve();
      onReaderGone();
    });
  });
  return {
    async write(text) {
      if (isGone || text === '' || stream.write(text)) return;
      await Promise.race([once(stream, 'drain').catch(() => undefined), gone]);
    },
  };
}
