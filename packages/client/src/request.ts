import { abortable, reasonOf } from './deadline.js';
import { FacetError, NetworkError } from './errors.js';
import { type OkResponse, readResponse } from './response.js';
import type { RequestBody } from './request-body.js';

/** `fetch` as far as it is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly apiKey: string;
  /** The model of the stored vectors in the body. */
  readonly model?: string | undefined;
  readonly body?: RequestBody | undefined;
}

type ReadResponse<Result> = (response: Response, signal: AbortSignal) => Promise<Result>;

/** One attempt: sends the request and reads the response. Every failure is a FacetError. */
export function sendOnce(request: Request, send: Fetch, signal: AbortSignal): Promise<OkResponse> {
  return sendAndRead(request, send, signal, readResponse);
}

export async function sendAndRead<Result>(
  { method, url, apiKey, model, body }: Request,
  send: Fetch,
  signal: AbortSignal,
  read: ReadResponse<Result>,
): Promise<Result> {
  try {
    const sent = send(url, {
      method,
      headers: {
        accept: 'application/json, image/*',
        user_id: apiKey,
        // Proxies drop header names with an underscore.
        'x-user-id': apiKey,
        ...(model !== undefined && { 'x-facet-model': model }),
        ...(body?.contentType !== undefined && { 'content-type': body.contentType }),
      },
      body: body?.body ?? null,
      // Following a redirect would send the API key to another host, or turn the call into a GET.
      redirect: 'manual',
      signal,
    });
    return await read(await abortable(sent, signal), signal);
  } catch (error) {
    if (signal.aborted) throw reasonOf(signal);
    if (error instanceof FacetError) throw error;
    throw new NetworkError(
      `${new URL(url).origin} cannot be reached: ${failureText(error)}.`,
      wasNeverSent(error),
      error,
    );
  }
}

/** What runtimes call failures that happen before a single byte is sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);
/** Deno says so in the message only. */
const REFUSED_MESSAGE = /connection refused/i;
const DEEPEST_CAUSE = 5;

/** The innermost cause of a failed `fetch`; the outer message alone explains nothing. */
function innermost(error: unknown): unknown {
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
  // A host name with several addresses fails with one error for each of them.
  if (error instanceof AggregateError) return (error.errors as unknown[])[0];
  return error.cause;
}

/** Whether the service cannot have seen the call. Browsers do not say, so it is false there. */
function wasNeverSent(error: unknown): boolean {
  const inner = innermost(error);
  const { code } = (inner ?? {}) as { code?: unknown };
  if (typeof code === 'string') return NEVER_SENT.has(code);
  return inner instanceof Error && REFUSED_MESSAGE.test(inner.message);
}

function failureText(error: unknown): string {
  const inner = innermost(error);
  if (!(inner instanceof Error)) return String(inner);
  return inner.message === '' ? ((inner as { code?: string }).code ?? inner.name) : inner.message;
}
