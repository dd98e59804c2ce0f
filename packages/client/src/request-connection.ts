/** What runtimes call failures that happen before a single byte is sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);
/** Deno tells it in the message alone. */
const REFUSED_MESSAGE = /connection refused/i;
const DEEPEST_CAUSE = 5;

/** The innermost explanation of a failed `fetch`; the outer message alone says nothing. */
export function innermost(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < DEEPEST_CAUSE; depth += 1) {
    const deeper = innerOf(current);
    if (deeper === undefined) return current;
    current = deeper;
  }
  return current;
}

function innerOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return (error.errors as unknown[])[0];
  return error.cause;
}

/** Whether the service cannot have seen the call. In a browser nothing tells, so it is false there. */
export function wasNeverSent(error: unknown): boolean {
  const inner = innermost(error);
  const { code } = (inner ?? {}) as { code?: unknown };
  if (typeof code === 'string') return NEVER_SENT.has(code);
  return inner instanceof Error && REFUSED_MESSAGE.test(inner.message);
}

export function failureText(error: unknown): string {
  const inner = innermost(error);
  if (!(inner instanceof Error)) return String(inner);
  return inner.message === '' ? ((inner as { code?: string }).code ?? inner.name) : inner.message;
}
