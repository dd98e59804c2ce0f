import {
  parseResponse,
  readResponseHeaders,
  type ResponseHeaders,
  type OkResponse,
} from '@facet/client/responses';
import { noResponse, serviceUrl } from '../api/call.js';
import { rejection, type Failure } from '../api/failure.js';
import { encodeBody, methodOf, requestTarget, type ApiRequest } from './request.js';
import { markSent } from './sent-photos.js';

/** Longer than the service's own deadline, with time to upload a photo over a slow connection. */
const DEFAULT_DEADLINE_MS = 90_000;

/** The progress of a call: the body is being sent, or the service is working on it. */
export type Progress = { readonly phase: 'sending'; readonly sent: number } | { readonly phase: 'waiting' };

interface SendOptions<Data> {
  readonly request: ApiRequest;
  /** null: a trial call, which needs none. */
  readonly apiKey: string | null;
  readonly read: (response: OkResponse) => Data;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly deadlineMs?: number;
}

/** Makes one call. Rejects only when the signal aborts it; every failure is a result too. */
export async function send<Data>(options: SendOptions<Data>): Promise<CallResult<Data>> {
  const { request, signal, read } = options;
  signal.throwIfAborted();
  let body: Body;
  try {
    body = await encodeBody(request);
  } catch {
    return { ok: false, exchange: null, failure: LOST_FILE };
  }
  signal.throwIfAborted();
  for (const { source } of request.images) markSent(source);
  const end = await transmit(options, body);
  if (!('kind' in end)) return readExchange(end, read);
  // A form reads its files while it is sent, and a file that is gone looks like a lost connection.
  const failure = end.kind === 'unreachable' && !(await canReadFiles(body)) ? LOST_FILE : end;
  return { ok: false, exchange: null, failure };
}

type Body = FormData | string | null;

const LOST_FILE: Failure = {
  kind: 'lost-file',
  message: 'The photo was moved or changed since you chose it. Choose it again.',
};

async function canReadFiles(body: Body): Promise<boolean> {
  if (!(body instanceof FormData)) return true;
  for (const value of body.values()) {
    if (typeof value === 'string') continue;
    const isReadable = await value
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!isReadable) return false;
  }
  return true;
}

type Transmission = Pick<SendOptions<unknown>, 'request' | 'apiKey' | 'signal' | 'onProgress' | 'deadlineMs'>;

// XMLHttpRequest, because fetch does not report the progress of an upload.
function transmit(
  { request, apiKey, signal, onProgress, deadlineMs = DEFAULT_DEADLINE_MS }: Transmission,
  body: Body,
): Promise<Exchange | Failure> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const started = performance.now();
    const stop = (): void => {
      call.abort();
      reject(new DOMException('The call was cancelled.', 'AbortError'));
    };
    call.open(methodOf(request), serviceUrl(requestTarget(request)));
    call.timeout = deadlineMs;
    call.responseType = 'blob';
    // Proxies drop the documented header user_id, because of its underscore.
    if (apiKey !== null && (request.auth ?? 'key') === 'key') call.setRequestHeader('x-user-id', apiKey);
    for (const [name, value] of request.headers ?? []) call.setRequestHeader(name, value);
    // The browser itself writes the content type of a form, with its boundary.
    if (typeof body === 'string') call.setRequestHeader('content-type', 'application/json');
    call.upload.onprogress = ({ loaded, total }) => {
      onProgress?.({ phase: 'sending', sent: total > 0 ? loaded / total : 0 });
    };
    call.upload.onload = () => onProgress?.({ phase: 'waiting' });
    call.onload = () => {
      const { status } = call;
      const millis = performance.now() - started;
      const headers = parseHeaders(call.getAllResponseHeaders());
      resolve(
        contentOf(call.response as Blob).then((content) => ({
          request,
          status,
          millis,
          headers,
          ...content,
        })),
      );
    };
    call.onerror = () => {
      resolve(noResponse('unreachable'));
    };
    call.ontimeout = () => {
      resolve(noResponse('timeout'));
    };
    call.onloadend = () => {
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop, { once: true });
    onProgress?.(body === null ? { phase: 'waiting' } : { phase: 'sending', sent: 0 });
    call.send(body);
  });
}

/** A response that is no text, such as an image, stays a file. */
const contentOf = async (body: Blob): Promise<Pick<Exchange, 'text' | 'file'>> =>
  /^image\/|octet-stream/.test(body.type) ? { text: '', file: body } : { text: await body.text() };

interface ResponseHeader {
  readonly name: string;
  readonly value: string;
}

/** One call as it went over the wire. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly status: number;
  /** From sending the first byte to having the complete response. */
  readonly millis: number;
  readonly headers: readonly ResponseHeader[];
  readonly text: string;
  /** A response that is no text. */
  readonly file?: Blob;
}

export type CallResult<Data> =
  | { readonly ok: true; readonly exchange: Exchange; readonly data: Data }
  | { readonly ok: false; readonly exchange: Exchange | null; readonly failure: Failure };

const headersOf = ({ headers }: Pick<Exchange, 'headers'>): Headers =>
  new Headers(headers.map(({ name, value }): [string, string] => [name, value]));

/** What the headers of a response say: request id, model, limits. */
export const responseHeaders = (exchange: Pick<Exchange, 'headers'>): ResponseHeaders =>
  readResponseHeaders(headersOf(exchange));

/** The text that XMLHttpRequest gives for all headers, as pairs. */
export function parseHeaders(text: string): ResponseHeader[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

/** Reads a response: the data of a success, or why there is none. */
export function readExchange<Data>(
  exchange: Exchange,
  read: (response: OkResponse) => Data,
): CallResult<Data> {
  const { status, text } = exchange;
  let response: OkResponse;
  try {
    response = parseResponse({ status, headers: headersOf(exchange), text });
  } catch (error) {
    return { ok: false, exchange, failure: rejection(error, status) };
  }
  try {
    return { ok: true, exchange, data: read(response) };
  } catch {
    // A success of the service that lacks what this page expects.
    const message = 'This page and the service are of different versions. Reload the page.';
    return { ok: false, exchange, failure: { kind: 'rejected', status, message } };
  }
}
