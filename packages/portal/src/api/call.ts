import { FailedCall, type Failure } from './failure.js';
import { serviceUrl } from './service-url.js';

const DEADLINE_MS = 20_000;

/** One call of the account API: the data of its success envelope, or a thrown FailedCall. */
export async function call<T>(method: 'GET' | 'POST', path: `/${string}`, body?: object): Promise<T> {
  const response = await send(path, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  });
  return readEnvelope<T>(response);
}

async function send(path: `/${string}`, init: RequestInit): Promise<Response> {
  try {
    return await fetch(serviceUrl(path), init);
  } catch (thrown) {
    throw new FailedCall(noAnswer(thrown));
  }
}

/** What fetch threw, in words. */
export function noAnswer(thrown: unknown): Failure {
  if (!navigator.onLine)
    return { kind: 'offline', message: 'Your device has no connection. Reconnect, then try again.' };
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    return { kind: 'timeout', message: 'No answer arrived in time. Try again in a moment.' };
  return {
    kind: 'unreachable',
    message: 'No answer arrived. The service may be restarting, or the connection is interrupted.',
  };
}

/** The data of a success envelope; an error envelope, or no envelope at all, is thrown. */
export async function readEnvelope<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as Partial<Envelope> | null;
  if (response.ok && body?.success === true) return body.data as T;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const requestId = response.headers.get('x-request-id');
  throw new FailedCall({
    kind: 'refused',
    status: response.status,
    message: body?.message ?? `The service answered with status ${response.status} and without a message.`,
    ...(body?.code !== undefined && { code: body.code }),
    ...(body?.data !== undefined && { data: body.data as Record<string, unknown> }),
    ...(requestId !== null && { requestId }),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}

interface Envelope {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
}
