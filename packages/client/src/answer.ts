import { readBytes, webStream } from './byte-stream.js';
import { FacetServiceError, serviceError } from './service-errors.js';
import { MalformedAnswerError } from './errors.js';

/** What is left of a limit. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is full again, where the service says so. */
  readonly resetSeconds?: number;
}

/** What the headers of an answer tell beside its body. */
export interface AnswerHeaders {
  /** Names the request in the log of the service. */
  readonly requestId?: string;
  /** The model that made the vectors (`X-Facet-Model`). */
  readonly model?: string;
  /** Seconds to wait before the next call. */
  readonly retryAfter?: number;
  /** Calls in a short time (`RateLimit-*`). */
  readonly rateLimit?: Allowance;
  /** Calls in the period of the plan (`X-Quota-*`). */
  readonly quota?: Allowance;
}

export function readAnswerHeaders(headers: Headers): AnswerHeaders {
  const requestId = headers.get('x-request-id');
  const model = headers.get('x-facet-model');
  const retryAfter = seconds(headers.get('retry-after'));
  const rateLimit = allowance(headers, 'ratelimit');
  const quota = allowance(headers, 'x-quota');
  return {
    ...(requestId !== null && { requestId }),
    ...(model !== null && { model }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(rateLimit && { rateLimit }),
    ...(quota && { quota }),
  };
}

function allowance(headers: Headers, prefix: string): Allowance | undefined {
  const limit = count(headers.get(`${prefix}-limit`));
  const remaining = count(headers.get(`${prefix}-remaining`));
  if (limit === undefined || remaining === undefined) return undefined;
  const resetSeconds = seconds(headers.get(`${prefix}-reset`));
  return { limit, remaining, ...(resetSeconds !== undefined && { resetSeconds }) };
}

const count = (text: string | null): number | undefined =>
  text !== null && /^\s*\d+/.test(text) ? Number.parseInt(text, 10) : undefined;

/** Seconds, given as such or as the date at which they are over. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Far more than the attributes of a thousand faces. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const EXCERPT = 120;

/** An answer that says "ok"; its `data` is not looked at yet. */
export interface OkAnswer {
  readonly httpStatus: number;
  readonly headers: AnswerHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Reads the envelope: gives back a success, throws the error that it holds. */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<OkAnswer> {
  const headers = readAnswerHeaders(response.headers);
  const facts = { httpStatus: response.status, ...headers };
  if (isRedirect(response)) {
    const target = response.headers.get('location') ?? 'another address';
    await response.body?.cancel().catch(() => undefined);
    throw new MalformedAnswerError(
      `The server redirects to ${target}; give the final address as baseUrl.`,
      facts,
    );
  }
  const text = await readText(response, signal);
  const envelope = readEnvelope(parseObject(text), facts);
  if (envelope instanceof FacetServiceError) throw envelope;
  if (envelope !== null) return { httpStatus: response.status, headers, body: envelope };
  throw new MalformedAnswerError(
    `HTTP ${response.status} came without an answer of Facet; check baseUrl and what lies between. It begins: ${JSON.stringify(text.slice(0, EXCERPT))}`,
    facts,
  );
}

/** A success as it is, or the error that an envelope holds; null for what is no envelope. */
export function readEnvelope(
  body: unknown,
  facts: AnswerHeaders & { readonly httpStatus: number },
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

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  const stream: ReadableStream<Uint8Array> = response.body;
  const whole = await readBytes(webStream(stream), { maxBytes: MAX_ANSWER_BYTES, signal });
  if (whole === null) throw new MalformedAnswerError(`The answer has more than ${MAX_ANSWER_BYTES} bytes.`);
  return whole.text();
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
