import { parseResponse } from '@facet/client/responses';
import { FailedCall, rejection, type Failure } from './failure.js';

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
  return (await readData(response)) as T;
}

async function send(path: `/${string}`, init: RequestInit): Promise<Response> {
  try {
    return await fetch(serviceUrl(path), init);
  } catch (thrown) {
    const isTimeout = thrown instanceof DOMException && thrown.name === 'TimeoutError';
    throw new FailedCall(noResponse(isTimeout ? 'timeout' : 'unreachable'));
  }
}

/** Why no response arrived, and what to do about it. */
export function noResponse(kind: 'timeout' | 'unreachable'): Failure {
  if (!navigator.onLine)
    return { kind: 'offline', message: 'Your device has no connection. Reconnect, then try again.' };
  if (kind === 'timeout') return { kind, message: 'No response arrived in time. Try again in a moment.' };
  return { kind, message: 'No response arrived: the connection broke, or the service is restarting.' };
}

/** The data of a success envelope; an error envelope, or no envelope at all, is thrown as a FailedCall. */
async function readData(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  try {
    return parseResponse({ status, headers, text }).body['data'];
  } catch (error) {
    throw new FailedCall(rejection(error, status));
  }
}

/** The address of a path of the service. Relative to the page, so that it also works under a path of a proxy. */
export function serviceUrl(path: `/${string}`): string {
  const page = new URL(document.baseURI);
  return new URL(path.slice(1), `${page.origin}${page.pathname}`).href;
}

/** The address of the service, without a slash at the end. */
export const serviceBase = (): string => serviceUrl('/').slice(0, -1);

/** Rejects with an AbortError as soon as the signal aborts. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The wait was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

type Fields = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
