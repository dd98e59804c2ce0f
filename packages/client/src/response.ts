import { readResponseHeaders, type ResponseHeaders } from './response-headers.js';
import { readBytes, webStream } from './byte-stream.js';
import { FacetServiceError, serviceError } from './service-errors.js';
import { MalformedResponseError } from './errors.js';
import { isRecord } from './shape.js';

/** Far more than the attributes of a thousand faces. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const EXCERPT = 120;

/** A response that says "ok"; its `data` is not checked yet. */
export interface OkResponse {
  readonly httpStatus: number;
  readonly headers: ResponseHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** In place of a body, where the operation responds with a picture. */
  readonly file?: Blob;
}

/** Reads a response to its end, then its envelope: returns a success, throws the error that it holds. */
export async function readResponse(response: Response, signal: AbortSignal): Promise<OkResponse> {
  const { status, headers } = response;
  if (isRedirect(response)) {
    const target = headers.get('location') ?? 'another address';
    await response.body?.cancel().catch(() => undefined);
    throw new MalformedResponseError(
      `The server redirects to ${target}; give the final address as baseUrl.`,
      {
        httpStatus: status,
        ...readResponseHeaders(headers),
      },
    );
  }
  const bytes = await readBody(response, signal);
  const type = headers.get('content-type') ?? '';
  if (status === 200 && type.startsWith('image/'))
    return {
      httpStatus: status,
      headers: readResponseHeaders(headers),
      body: {},
      file: new Blob([bytes], { type }),
    };
  return parseResponse({ status, headers, text: await bytes.text() });
}

/** A response of the service whose body has been read. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads the envelope: returns a success, throws a `FacetServiceError`, or a `MalformedResponseError` if there is none. */
export function parseResponse({ status, headers: received, text }: ReceivedResponse): OkResponse {
  const headers = readResponseHeaders(received);
  const facts = { httpStatus: status, ...headers };
  const envelope = readEnvelope(parseObject(text), facts);
  if (envelope instanceof FacetServiceError) throw envelope;
  if (envelope !== null) return { httpStatus: status, headers, body: envelope };
  throw new MalformedResponseError(
    `HTTP ${status} came without a response of Facet; check baseUrl and any proxies in between. It begins: ${JSON.stringify(text.slice(0, EXCERPT))}`,
    facts,
  );
}

/** A success unchanged, or the error in an envelope; null if it is not an envelope. */
export function readEnvelope(
  body: unknown,
  facts: ResponseHeaders & { readonly httpStatus: number },
): Readonly<Record<string, unknown>> | FacetServiceError | null {
  if (!isRecord(body)) return null;
  const { success, status, code, message, data } = body;
  if (success === true && status === 'ok') return body;
  return success === false && typeof code === 'string' && typeof message === 'string'
    ? serviceError(message, { ...facts, code, data: isRecord(data) ? data : {} })
    : null;
}

/** Browsers hide the status of a redirect that is not followed. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

async function readBody(response: Response, signal: AbortSignal): Promise<Blob> {
  if (response.body === null) return new Blob([]);
  const stream: ReadableStream<Uint8Array> = response.body;
  const blob = await readBytes(webStream(stream), { maxBytes: MAX_RESPONSE_BYTES, signal });
  if (blob === null)
    throw new MalformedResponseError(`The response has more than ${MAX_RESPONSE_BYTES} bytes.`);
  return blob;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
