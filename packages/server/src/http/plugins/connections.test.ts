import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addConnectionRules } from './connections.js';

/** Only how long a defect is waited for. */
const TIMEOUT = { timeout: 30_000 };

let app: FastifyInstance;
let client: Socket;
let begun = 0;
let over = 0;

beforeEach(async () => {
  begun = 0;
  over = 0;
  app = fastify({ forceCloseConnections: true });
  addConnectionRules(app, new AbortController().signal);
  app.get('/now', () => 'now');
  app.get('/never', (_request, reply) => {
    begun += 1;
    reply.raw.once('close', () => (over += 1));
    return new Promise(() => undefined);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  await app.close();
});

const request = (path: string, times: number): void => {
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(times));
};

it('notifies every pending request of a connection when it has closed', async () => {
  request('/never', 50);
  await vi.waitFor(() => {
    expect(begun).toBe(50);
  }, TIMEOUT);
  expect(over).toBe(0);
  client.destroy();
  await vi.waitFor(() => {
    expect(over).toBe(50);
  }, TIMEOUT);
});

it('closes a connection with more pipelined requests than any client sends', async () => {
  client.resume();
  const closed = once(client, 'close');
  request('/never', 1000);
  await closed;
  expect(begun).toBe(100);
  await vi.waitFor(() => {
    expect(over).toBe(100);
  }, TIMEOUT);
});

it('counts only pending requests', async () => {
  let heard = '';
  client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  for (let turn = 1; turn <= 5; turn++) {
    request('/now', 60);
    await vi.waitFor(() => {
      expect(heard.match(/HTTP\/1.1 200 OK/g)).toHaveLength(60 * turn);
    }, TIMEOUT);
  }
});
