import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors.js';
import { failure } from './envelope.js';
import { SECURITY_HEADERS } from './plugins/headers.js';

interface RawResponse {
  readonly status: number;
  readonly error: ServiceError;
}

/** Requests that violate HTTP itself never reach a route; their response is an envelope, too. */
function responseTo(code: string | undefined): RawResponse {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, error: new ServiceError('malformed-body', 'The request header is too large.') };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, error: new ServiceError('deadline', 'The request did not arrive in time.') };
  }
  return { status: 400, error: new ServiceError('malformed-body', 'The request is not valid HTTP.') };
}

export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const { status, error: known } = responseTo(error.code);
  socket.end(rawResponse(status, known), () => socket.destroy());
}

/** CONNECT requests a tunnel, which no route can serve; Node passes the bare socket. */
export function rejectConnect(_request: unknown, socket: Socket): void {
  const error = new ServiceError('method', 'CONNECT is not supported.');
  socket.end(rawResponse(405, error, 'Allow: GET, POST\r\n'), () => socket.destroy());
}

const SECURITY_LINES = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

function rawResponse(status: number, error: ServiceError, headers = ''): string {
  const body = JSON.stringify(failure(error));
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
    'Content-Type: application/json; charset=utf-8\r\n' +
    `Content-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Request-Id: ${randomUUID()}\r\n${SECURITY_LINES}${headers}` +
    `Connection: close\r\n\r\n${body}`
  );
}
