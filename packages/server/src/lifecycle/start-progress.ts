import { createProgressBar, type EngineOptions } from '@facet/engine';

type OnProgress = NonNullable<EngineOptions['onProgress']>;

export interface StartProgress {
  readonly onProgress: OnProgress;
  close(): void;
}

/** What is fetched and built at the first start: a bar on a terminal, a line for each step elsewhere. */
export function startProgress(stream: NodeJS.WriteStream): StartProgress {
  if (stream.isTTY) return createProgressBar(stream);
  const told = new Set<string>();
  return {
    onProgress: ({ kind, name }) => {
      const line = `${kind === 'fetch' ? 'Fetching' : 'Building'} ${name}\n`;
      if (!told.has(line)) stream.write(line);
      told.add(line);
    },
    close: () => undefined,
  };
}
