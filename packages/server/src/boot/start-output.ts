import { type AccessKeyPair, pairLines } from '../accounts/index.js';
import { createProgressBar, type EngineOptions } from '@facet/engine';

type OnProgress = NonNullable<EngineOptions['onProgress']>;

interface StartProgress {
  readonly onProgress: OnProgress;
  close(): void;
}

/** Shows what is downloaded and built on the first start: a progress bar on a terminal, else one line per step. */
export function startProgress(stream: NodeJS.WriteStream): StartProgress {
  if (stream.isTTY) return createProgressBar(stream);
  const printed = new Set<string>();
  return {
    onProgress: ({ kind, name }) => {
      const line = `${kind === 'fetch' ? 'Fetching' : 'Building'} ${name}\n`;
      if (!printed.has(line)) stream.write(line);
      printed.add(line);
    },
    close: () => undefined,
  };
}

interface WelcomeFacts {
  readonly host: string;
  readonly port: number;
  readonly demoApiKey: string | null;
  /** For clients of Amazon Rekognition; null if they cannot call. */
  readonly demoPair: AccessKeyPair | null;
  /** Path of an existing photo, or null if there is none. */
  readonly photo: string | null;
}

/** What a new user needs to make the first call. */
export function welcome({ host, port, demoApiKey, demoPair, photo }: WelcomeFacts): string {
  const address = `http://${reachable(host)}:${port}`;
  const lines = [
    '',
    `Facet is ready at ${address}`,
    `Portal:       ${address}/`,
    `Reference:    ${address}/docs`,
  ];
  if (demoApiKey !== null) {
    lines.push(
      `Demo API key (user_id): ${demoApiKey}`,
      ...(demoPair === null ? [] : pairLines(demoPair)),
      '',
      'Try it:',
      `  curl -H 'user_id: ${demoApiKey}' -F 'image_attr=@${photo ?? 'photo.jpg'}' ${address}/get_image_attr`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** A wildcard address can be listened on but not called. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
