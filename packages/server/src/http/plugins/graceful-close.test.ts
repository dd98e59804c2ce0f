import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { addGracefulClose } from './graceful-close.js';

async function listening(
  stopping = new AbortController().signal,
): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ return503OnClosing: false });
  addGracefulClose(app, stopping);
  app.get('/', () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** What the service says to somebody who connects, waits while it begins to stop, and then asks. */
async function askLate(waitMs: number): Promise<string> {
  const { app, port } = await listening();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (chunk: string) => (heard += chunk)).on('error', () => undefined);
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const ended = once(socket, 'close');
  const closed = app.close();
  await sleep(waitMs);
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await Promise.all([ended, closed]);
  return heard;
}

it('answers who had connected before the stop and asks a moment later, and then ends the connection', async () => {
  // A busy machine may take longer than the moment, but not every time.
  const answers: string[] = [];
  while (answers.length < 5 && !(answers.at(-1) ?? '').includes('here')) answers.push(await askLate(300));
  expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*here$/is);
});

it('waits for nobody who says nothing', async () => {
  expect(await askLate(3000)).toBe('');
});

it('keeps no connection from the notice on', async () => {
  const stopping = new AbortController();
  const { app, port } = await listening(stopping.signal);
  const connection = async (): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}/`)).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  stopping.abort();
  expect(await connection()).toBe('close');
  await app.close();
});
