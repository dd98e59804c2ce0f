import type { OkAnswer } from '@facet/client/answers';
import type { Failure } from '../../api/failure.js';
import { serviceUrl } from '../../api/call.js';
import { durationText } from './allowance.js';
import { encodeBody } from './encode-body.js';
import { parseHeaders, readExchange, type CallResult, type Exchange } from './exchange.js';
import { requestTarget, type ApiRequest } from './request.js';

/** Longer than the service's own deadline, with time for a slow line to carry a photo. */
export const CALL_DEADLINE_MS = 90_000;

/** The progress of a call: the body is being sent, or the service is working on it. */
export type Progress = { readonly phase: 'sending'; readonly sent: number } | { readonly phase: 'waiting' };

export interface SendOptions<Data> {
  readonly request: ApiRequest;
  /** null: a trial call, which needs none. */
  readonly userId: string | null;
  readonly read: (answer: OkAnswer) => Data;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly deadlineMs?: number;
}

/** Makes one call. Rejects only when the signal aborts it; every other end is a result. */
export async function send<Data>(options: SendOptions<Data>): Promise<CallResult<Data>> {
  const { request, signal, read, deadlineMs = CALL_DEADLINE_MS } = options;
  signal.throwIfAborted();
  const body = await encodeBody(request).catch(() => null);
  signal.throwIfAborted();
  if (body === null) return { ok: false, exchange: null, failure: LOST_FILE };
  const end = await transmit(options, body, deadlineMs);
  return 'kind' in end ? { ok: false, exchange: null, failure: end } : readExchange(end, read);
}

const LOST_FILE: Failure = {
  kind: 'unreachable',
  message: 'The photo can no longer be read: it was moved or changed. Choose it anew.',
};

/** No answer arrived. */
const unreachable = (): Failure =>
  navigator.onLine
    ? {
        kind: 'unreachable',
        message: 'No answer arrived: the connection broke, or the service is restarting.',
      }
    : { kind: 'offline', message: 'Your device has no connection.' };

const tooLate = (deadlineMs: number): Failure => ({
  kind: 'timeout',
  message: `The call timed out after ${durationText(deadlineMs / 1000)}.`,
});

type Wired = Pick<SendOptions<unknown>, 'request' | 'userId' | 'signal' | 'onProgress'>;

// XMLHttpRequest, because fetch does not report the progress of an upload.
function transmit(
  { request, userId, signal, onProgress }: Wired,
  body: FormData | string,
  deadlineMs: number,
): Promise<Exchange | Failure> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const started = performance.now();
    const stop = (): void => {
      call.abort();
      reject(new DOMException('The call was cancelled.', 'AbortError'));
    };
    const target = requestTarget(request);
    call.open('POST', serviceUrl(userId === null ? `/trial${target}` : target));
    call.timeout = deadlineMs;
    if (userId !== null) call.setRequestHeader('user_id', userId);
    // The browser itself writes the content type of a form, with its boundary.
    if (typeof body === 'string') call.setRequestHeader('content-type', 'application/json');
    call.upload.onprogress = ({ loaded, total }) => {
      onProgress?.({ phase: 'sending', sent: total > 0 ? loaded / total : 0 });
    };
    call.upload.onload = () => onProgress?.({ phase: 'waiting' });
    call.onload = () => {
      const { status, responseText: text } = call;
      const headers = parseHeaders(call.getAllResponseHeaders());
      resolve({ request, status, millis: performance.now() - started, headers, text });
    };
    call.onerror = () => {
      resolve(unreachable());
    };
    call.ontimeout = () => {
      resolve(tooLate(deadlineMs));
    };
    call.onloadend = () => {
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop, { once: true });
    onProgress?.({ phase: 'sending', sent: 0 });
    call.send(body);
  });
}
