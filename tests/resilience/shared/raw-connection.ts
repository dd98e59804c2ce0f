import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** Longer than any deadline of the service. */
const TIMEOUT_MS = 120_000;

export interface RawConnection {
  readonly socket: Socket;
  readonly write: (data: string | Uint8Array) => void;
  /** Everything received until the other side closed. */
  readonly heard: Promise<string>;
  /** Everything received so far. */
  readonly soFar: () => string;
}

/** A connection that sends bytes as they are, however wrong. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (text += chunk));
  const heard = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `The connection was still open after ${TIMEOUT_MS} ms, having received: ${text.slice(0, 500)}`,
        ),
      );
    }, TIMEOUT_MS);
    socket.on('close', () => {
      clearTimeout(late);
      resolve(text);
    });
  });
  // A reset counts as a closed connection; what was received before matters.
  socket.on('error', () => undefined);
  heard.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return { socket, heard, soFar: () => text, write: (data) => socket.write(data) };
}

/** Sends everything at once and returns all that is received until the other side closes. */
export async function speak(url: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { write, heard } = await openRaw(url);
  for (const part of parts) write(part);
  return heard;
}

export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The HTTP answers in the received bytes. */
export function responsesIn(heard: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = heard;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`This is no response: ${rest.slice(0, 200)}`);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const bodyEnd = end + 4 + length;
    responses.push({ status, head, body: rest.slice(end + 4, bodyEnd) });
    rest = rest.slice(bodyEnd);
  }
  return responses;
}

/** Expects a proper rejection: a 4xx in the envelope, with request id and security headers, and no stack trace. */
export function expectRejection({ status, head, body }: RawResponse): void {
  expect(status, body).toBeGreaterThanOrEqual(400);
  expect(status, body).toBeLessThan(500);
  expect(JSON.parse(body)).toMatchObject({ status: 'error', success: false });
  expect(head).toMatch(/^x-request-id: \S{8,}/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
  expect(head).not.toMatch(/^(server|x-powered-by):/im);
  expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+/);
}
