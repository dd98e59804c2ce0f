import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { addConnectionRules } from './connections.js';

afterEach(() => {
  vi.useRealTimers();
});

async function listening(
  stopping = new AbortController().signal,
): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ return503OnClosing: false });
  addConnectionRules(app, stopping);
  app.get('/', () => 'here');
  app.get('/slow', () => sleep(2500, 'at last'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** What the service says to somebody who connects, and asks when it has been stopping for this long. */
async function requestLate(waitMs: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const { app, port } = await listening();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (chunk: string) => (heard += chunk)).on('error', () => undefined);
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const ended = once(socket, 'close');
  const closed = app.close();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(waitMs);
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await Promise.all([ended, closed]);
  return heard;
}

it('responds to a late request on a connection opened before the shutdown, then closes it', async () => {
  expect(await requestLate(300)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*here$/is);
});

it('does not wait for connections without a request', async () => {
  expect(await requestLate(1200)).toBe('');
});

it.each([
  ['a first', ''],
  ['a further', 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'],
])(
  'does not wait for the rest of %s request',
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

it('waits for a response that takes longer', async () => {
  const { app, port } = await listening();
  const requested = once(app.server, 'request');
  const response = fetch(`http://127.0.0.1:${port}/slow`);
  await requested;
  await app.close();
  expect(await (await response).text()).toBe('at last');
});

it('closes every connection after its response once the service is stopping', async () => {
  const stopping = new AbortController();
  const { app, port } = await listening(stopping.signal);
  const connection = async (): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}/`)).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  stopping.abort();
  expect(await connection()).toBe('close');
  await app.close();
});
