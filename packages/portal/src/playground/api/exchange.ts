import { parseAnswer, readAnswerHeaders, type AnswerHeaders, type OkAnswer } from '@facet/client/answers';
import { refusal, type Failure } from '../../api/failure.js';
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

const headersOf = ({ headers }: Pick<Exchange, 'headers'>): Headers =>
  new Headers(headers.map(({ name, value }): [string, string] => [name, value]));

/** What the headers of an answer say: request id, model, limits. */
export const answerHeaders = (exchange: Pick<Exchange, 'headers'>): AnswerHeaders =>
  readAnswerHeaders(headersOf(exchange));

/** The text that XMLHttpRequest gives for all headers, as pairs. */
export function parseHeaders(text: string): AnswerHeader[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

/** Reads an answer: the data of a success, or why there is none. */
export function readExchange<Data>(exchange: Exchange, read: (answer: OkAnswer) => Data): CallResult<Data> {
  const { status, text } = exchange;
  try {
    const answer = parseAnswer({ status, headers: headersOf(exchange), text });
    return { ok: true, exchange, data: read(answer) };
  } catch (error) {
    return { ok: false, exchange, failure: refusal(error, status) };
  }
}
