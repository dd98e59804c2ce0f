import type { Failure } from '../../api/failure.js';
import { isFields, type Fields } from './answer-shapes.js';
import type { ApiRequest } from './request.js';

export interface AnswerHeader {
  readonly name: string;
  readonly value: string;
}

/** One call as it went over the wire. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly status: number;
  /** From sending the first byte to having the whole answer. */
  readonly millis: number;
  readonly headers: readonly AnswerHeader[];
  readonly text: string;
}

export type CallResult<Data> =
  | { readonly ok: true; readonly exchange: Exchange; readonly data: Data }
  | { readonly ok: false; readonly exchange: Exchange | null; readonly failure: Failure };

/** Says which model made the vectors behind an answer. */
export const MODEL_HEADER = 'x-facet-model';

export const headerOf = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | null =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null;

/** The text that XMLHttpRequest gives for all headers, as pairs. */
export function parseHeaders(text: string): AnswerHeader[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

/** Seconds to wait, as a number or as a date. */
export function retryAfterSeconds(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Reads an answer: the data of a success, or why it was refused. */
export function readExchange<Data>(
  exchange: Exchange,
  read: (data: unknown) => Data,
  now: number,
): CallResult<Data> {
  const envelope = parseEnvelope(exchange.text);
  if (envelope?.['success'] === true) {
    try {
      return { ok: true, exchange, data: read(envelope['data']) };
    } catch {
      return { ok: false, exchange, failure: strangeAnswer(exchange) };
    }
  }
  return { ok: false, exchange, failure: refusal(exchange, envelope, now) };
}

function refusal(exchange: Exchange, envelope: Fields | null, now: number): Failure {
  const { code, message, data } = envelope ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') return strangeAnswer(exchange);
  const retryAfter = retryAfterSeconds(headerOf(exchange, 'retry-after'), now);
  return {
    ...strangeAnswer(exchange),
    code,
    message,
    ...(isFields(data) && { data }),
    ...(retryAfter !== null && { retryAfterSeconds: retryAfter }),
  };
}

/** Not in the words of this service, for example from a proxy in between. */
function strangeAnswer(exchange: Exchange): Failure {
  const requestId = headerOf(exchange, 'x-request-id');
  return {
    kind: 'refused',
    status: exchange.status,
    message: `Something between you and the service answered in its place (status ${exchange.status}).`,
    ...(requestId !== null && { requestId }),
  };
}

function parseEnvelope(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
