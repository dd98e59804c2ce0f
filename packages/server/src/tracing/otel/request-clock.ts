/**
 * The clock of one request and all its steps, in milliseconds since 1970. Spans with their own clock start at a whole
 * millisecond, so that a step could seem to end after its request.
 */
export function requestClock(): () => number {
  const startedAt = Date.now();
  const started = performance.now();
  return () => startedAt + (performance.now() - started);
}
