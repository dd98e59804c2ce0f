import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/**
 * Structured logs. The serializers keep to an allow list, so that whatever a library logs of a request
 * (its URL, headers, body) cannot carry an image, a vector or a user id into the log.
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

/** How deep a chain of causes is told. */
const MOST_CAUSES = 4;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause =
    error.cause !== undefined && depth < MOST_CAUSES ? describeError(error.cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: error.message,
    code: 'code' in error ? String(error.code) : undefined,
    stack: error.stack,
    cause,
  };
}
