import { describe, expect, it } from 'vitest';
import { AbortedError, InputError, MalformedResponseError, NetworkError, TimeoutError } from './errors.js';
import { scriptedClients, sendError, sendJson } from './scripted-server.test.fixture.js';

const scripted = scriptedClients();
const { clientOf } = scripted;

const readAll = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();
const BYTES = { 'content-type': 'application/octet-stream', 'content-length': '9' };

describe('a request about collections', () => {
  it('has its method, path, query and body, and is repeated as a call is', async () => {
    const { collections } = await clientOf((response, index) => {
      if (index === 0) sendError(response, 503, '5003', { 'retry-after': '0' });
      else sendJson(response, 200, { status: 'ok', code: '1000', success: true, data: { moved: 2 } });
    });
    expect(await collections.mergePeople('office', 'ada', 'a.l_1-2')).toBe(2);
    expect(scripted.arrived).toHaveLength(2);
    expect(scripted.arrived[1]).toMatchObject({
      method: 'POST',
      url: '/collections/office/people/ada/merge',
      body: '{"from":"a.l_1-2"}',
    });
    expect(scripted.arrived[1]?.headers).toMatchObject({
      'x-user-id': 'someone',
      'content-type': 'application/json',
    });
  });

  it.each(['', '.', '..', 'a/b', 'a b', '%2e', 'ä', 'a'.repeat(65)])(
    'is not sent with the id %j',
    async (id) => {
      const { collections } = await clientOf(() => undefined);
      await expect(collections.get(id)).rejects.toThrow(InputError);
      await expect(collections.deletePerson('office', id)).rejects.toThrow(InputError);
      await expect(collections.export(id)).rejects.toThrow(InputError);
      expect(scripted.arrived).toEqual([]);
    },
  );

  it('fails with the name of the field that is not as documented', async () => {
    const person = { person: 'ada', display_name: null, metadata: null, consent: null, expires_at: 'soon' };
    const { collections } = await clientOf((response) => {
      const data = { person: { ...person, faces: 0, created_at: '2026-11-17T00:00:00Z' } };
      sendJson(response, 200, { status: 'ok', code: '1000', success: true, data });
    });
    const failed = collections.putPerson('office', 'ada');
    await expect(failed).rejects.toThrow(MalformedResponseError);
    await expect(failed).rejects.toThrow('data.person.expires_at');
  });
});

describe('an export', () => {
  it('gives the bytes as they come', async () => {
    const { collections } = await clientOf((response) => response.writeHead(200, BYTES).end('a gallery'));
    expect(await readAll(await collections.export('office'))).toBe('a gallery');
  });

  it('fails if the connection breaks before the last byte', async () => {
    const { collections } = await clientOf((response) => {
      response.writeHead(200, BYTES).write('a gal', () => response.destroy());
    });
    const stream = await collections.export('office');
    await expect(readAll(stream)).rejects.toThrow(NetworkError);
  });

  it('ends at its deadline and at its signal, also while the bytes are read', async () => {
    const { collections } = await clientOf((response) => response.writeHead(200, BYTES).write('a gal'));
    const stalled = collections.export('office', { timeoutMs: 2000 });
    await expect(stalled.then(readAll)).rejects.toThrow(TimeoutError);
    const controller = new AbortController();
    const stopped = await collections.export('office', { signal: controller.signal });
    controller.abort();
    await expect(readAll(stopped)).rejects.toThrow(AbortedError);
  });

  it('fails if the response is not a gallery', async () => {
    const { collections } = await clientOf((response) => {
      sendJson(response, 200, { status: 'ok', code: '1000', success: true, data: {} });
    });
    await expect(collections.export('office')).rejects.toThrow(MalformedResponseError);
  });
});
