import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
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
  app.get('/slow', () => sleep(2500, 'at last'));
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

it('answers a late request on a connection opened before the stop, then closes it', async () => {
  // A busy machine may take longer than the moment, but not every time.
  const answers: string[] = [];
  while (answers.length < 5 && !(answers.at(-1) ?? '').includes('here')) answers.push(await askLate(300));
  expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*here$/is);
});

it('waits for nobody who says nothing', async () => {
  expect(await askLate(3000)).toBe('');
});

it.each([
  ['a first', ''],
  ['a further', 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'],
])(
  'waits for nobody who sends but half of %s request',
  async (_which, before) => {
    const { app, port } = await listening();
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let heard = '';
    socket.on('data', (chunk: string) => (heard += chunk)).on('error', () => undefined);
    const ended = once(socket, 'close');
    const [accepted] = (await once(app.server, 'connection')) as [Socket];
    socket.write(before);
    if (before !== '') await expect.poll(() => heard).toMatch(/here$/);
    const half = 'GET / HT';
    socket.write(half);
    await expect.poll(() => accepted.bytesRead).toBe(before.length + half.length);
    await Promise.all([ended, app.close()]);
  },
  20_000,
);

it('waits for an answer for which more than a moment is needed', async () => {
  const { app, port } = await listening();
  const asked = once(app.server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await asked;
  await app.close();
  expect(await (await answer).text()).toBe('at last');
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
