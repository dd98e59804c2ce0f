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
