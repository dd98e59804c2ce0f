import { FacetClient, NetworkError } from '@facet/client';
import { EngineError } from '@facet/engine';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fatalErrorAdvice, failureOf } from './photo-error.js';
import { openServerSource } from './server-source.js';

describe('a failure', () => {
  it.each([
    [new EngineError('image-format'), 'image'],
    [new EngineError('no-face'), 'no-face'],
    [new EngineError('model-corrupt'), 'models'],
    [new EngineError('engine-worker-died'), 'engine'],
    [Object.assign(new Error('x'), { code: 'ENOENT' }), 'file'],
    [new TypeError('a mistake'), 'unexpected'],
    ['a text', 'unexpected'],
  ])('%s is of the kind %s', (error, kind) => {
    expect(failureOf(error).kind).toBe(kind);
  });

  it('ends the run only if every photo would fail', () => {
    expect(fatalErrorAdvice({ kind: 'image', message: '' })).toBeUndefined();
    expect(fatalErrorAdvice({ kind: 'auth', message: '' })).toContain('FACET_API_KEY');
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    expect(fatalErrorAdvice(failureOf(new NetworkError('No.', false, unknown)))).toContain('--url');
  });
});

it('of a connection that breaks is about one photo', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new FacetClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'x', retries: 0 });
  const source = openServerSource(client, 1);
  const error: unknown = await source
    .faces(new Uint8Array(10), { signal: new AbortController().signal })
    .then(
      () => null,
      (caught: unknown) => caught,
    );
  expect(error).toBeInstanceOf(NetworkError);
  expect(fatalErrorAdvice(failureOf(error))).toBeUndefined();
  server.close();
});
