import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/**
 * Structured logs. The serializers use an allow list, so that whatever a library logs of a request (URL, headers, body)
 * cannot put an image, a vector or an API key into the log.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: ({ method }: { readonly method?: string }) => ({ method }),
      res: ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode }),
      err: (error: unknown) => describeError(error),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** How many nested causes are logged. */
const MAX_CAUSES = 4;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause =
    error.cause !== undefined && depth < MAX_CAUSES ? describeError(error.cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: error.message,
    code: 'code' in error ? String(error.code) : undefined,
    stack: error.stack,
    cause,
  };
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Formats the JSON lines of the log for a terminal. */
export const readableLog = (terminal: DestinationStream): DestinationStream => ({
  write: (line) => {
    terminal.write(readableLine(line));
  },
});

/** A log line as `12:30:05 INFO  request method=POST status=200`. Anything but JSON is printed unchanged. */
export function readableLine(line: string): string {
  const entry = parsed(line);
  if (entry === null) return `${printable(line.trimEnd())}\n`;
  const { level, time, msg, err, ...fields } = entry;
  const clock = typeof time === 'string' ? (/T(\d\d:\d\d:\d\d)/.exec(time)?.[1] ?? time) : '';
  const name = LEVELS[Number(level)] ?? String(level);
  const values = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${key}=${valueText(value)}`);
  const words = [clock, name.padEnd(5), ...(typeof msg === 'string' ? [msg] : []), ...values];
  return `${printable(words.join(' '))}\n${errorText(err)}`;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

/** The stack, which begins with type and message, followed by the cause in the same format. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, type, message, cause } = error as Record<string, unknown>;
  const text = typeof stack === 'string' ? stack : `${String(type)}: ${String(message)}`;
  const lines = text.split('\n').map((line) => `         ${printable(line)}\n`);
  const below = errorText(cause);
  return lines.join('') + (below === '' ? '' : `         caused by\n${below}`);
}

/** Escapes control characters: a log line must not move the cursor or colour the terminal. */
const printable = (text: string): string =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
