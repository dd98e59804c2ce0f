import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** Whatever the service does, it does it before this. */
const PATIENCE_MS = 45_000;

export interface RawConnection {
  readonly socket: Socket;
  readonly write: (data: string | Uint8Array) => void;
  /** Everything that came back by the time the other side closed. */
  readonly heard: Promise<string>;
  /** Everything that came back so far. */
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
          `The connection was still open after ${PATIENCE_MS} ms, having said: ${text.slice(0, 500)}`,
        ),
      );
    }, PATIENCE_MS);
    socket.on('close', () => {
      clearTimeout(late);
      resolve(text);
    });
  });
  // A reset is a closed connection like any other; what counts is what was heard before.
  socket.on('error', () => undefined);
  heard.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return { socket, heard, soFar: () => text, write: (data) => socket.write(data) };
}

/** Sends all at once and gives back everything that is answered until the other side closes. */
export async function speak(url: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { write, heard } = await openRaw(url);
  for (const part of parts) write(part);
  return heard;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The answers in what was heard, one after the other. */
export function answersIn(heard: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = heard;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${rest.slice(0, 200)}`);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const bodyEnd = end + 4 + length;
    answers.push({ status, head, body: rest.slice(end + 4, bodyEnd) });
    rest = rest.slice(bodyEnd);
  }
  return answers;
}

/** Expects a refusal as every refusal must be: a 4xx, in the envelope, with id and security headers, and no stack. */
export function expectRefusal({ status, head, body }: RawAnswer): void {
  expect(status, body).toBeGreaterThanOrEqual(400);
  expect(status, body).toBeLessThan(500);
  expect(JSON.parse(body)).toMatchObject({ status: 'error', success: false });
  expect(head).toMatch(/^x-request-id: \S{8,}/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
  expect(head).not.toMatch(/^(server|x-powered-by):/im);
  expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+/);
}
