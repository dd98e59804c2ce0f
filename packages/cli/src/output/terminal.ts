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

/** Control and format characters, separators of lines, and halves of pairs: they move the cursor, reorder or hide text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text for a terminal, with what cannot be seen in it as escapes, which are also those of JSON. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

type Env = Readonly<Record<string, string | undefined>>;

export interface Colours {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Colours on a terminal, unless NO_COLOR says otherwise (no-color.org); none in a file or a pipe. */
export function coloursFor(stream: Pick<NodeJS.WriteStream, 'isTTY'>, env: Env): Colours {
  const isForced = (env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0';
  const isBanned = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const isOn = !isBanned && (isForced || stream.isTTY);
  const paint =
    (from: number, to: number) =>
    (text: string): string =>
      isOn ? `\x1b[${from}m${text}\x1b[${to}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
