import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Fetch } from './request.js';
import { alwaysMatch, scriptedClients, sendError } from './scripted-server.test.fixture.js';

const scripted = scriptedClients();
const { clientOf } = scripted;

const IMAGE = new Uint8Array([0xff, 0xd8, 0xff]);

/** Never says anything. */
const silentStream = (): Readable => new Readable({ read: () => undefined });

describe('the timeout', () => {
  it('ends a call whose response does not come, without a second attempt', async () => {
    let attempts = 0;
    const counting: Fetch = (url, init) => {
      attempts += 1;
      return fetch(url, init);
    };
    const client = await clientOf(() => undefined, { timeoutMs: 200, fetch: counting });
    const call = client.match(IMAGE, IMAGE);
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', kind: 'timeout', timeoutMs: 200 });
    expect(attempts).toBe(1);
  });

  it('ends a call whose response stalls halfway', async () => {
    const client = await clientOf((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"status":');
    });
    await expect(client.match(IMAGE, IMAGE, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends the reading of an image stream that says nothing, and closes it', async () => {
    const client = await clientOf(alwaysMatch, { timeoutMs: 200 });
    const stream = silentStream();
    await expect(client.vector(stream)).rejects.toMatchObject({ kind: 'timeout' });
    expect(stream.destroyed).toBe(true);
    expect(scripted.arrived).toHaveLength(0);
  });

  it('binds also a fetch that heeds no signal', async () => {
    const client = await clientOf(alwaysMatch, { timeoutMs: 100, fetch: () => new Promise(() => undefined) });
    await expect(client.match(IMAGE, IMAGE)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('must be a time that timers can hold', async () => {
    const client = await clientOf(alwaysMatch);
    for (const timeoutMs of [0, -1, NaN, Infinity, 2 ** 31]) {
      await expect(client.match(IMAGE, IMAGE, { timeoutMs })).rejects.toMatchObject({ kind: 'input' });
    }
    expect(scripted.arrived).toHaveLength(0);
  });
});

describe('the signal', () => {
  const aborted = { name: 'AbortError', kind: 'aborted', cause: 'enough' };

  it('prevents a call when it has fired before', async () => {
    const client = await clientOf(alwaysMatch);
    const call = client.match(IMAGE, IMAGE, { signal: AbortSignal.abort('enough') });
    await expect(call).rejects.toMatchObject(aborted);
    expect(scripted.arrived).toHaveLength(0);
  });

  it('ends a call that waits for its response, and the connection with it', async () => {
    const controller = new AbortController();
    const gone = new Promise<void>((resolve) => {
      void clientOf((response) => {
        response.on('close', resolve);
        controller.abort('enough');
      }).then(async (client) => {
        const call = client.match(IMAGE, IMAGE, { signal: controller.signal });
        await expect(call).rejects.toMatchObject(aborted);
      });
    });
    await gone;
  });

  it('ends the wait before a retry', async () => {
    const controller = new AbortController();
    const client = await clientOf((response) => {
      response.on('close', () => {
        setTimeout(() => {
          controller.abort('enough');
        }, 50);
      });
      sendError(response, 429, '4291', { 'retry-after': '25' });
    });
    const call = client.match(IMAGE, IMAGE, { signal: controller.signal });
    await expect(call).rejects.toMatchObject(aborted);
    expect(scripted.arrived).toHaveLength(1);
  });

  it('ends the reading of an image', async () => {
    const client = await clientOf(alwaysMatch);
    const controller = new AbortController();
    const stream = silentStream();
    const call = client.vector(stream, { signal: controller.signal });
    controller.abort('enough');
    await expect(call).rejects.toMatchObject(aborted);
    expect(stream.destroyed).toBe(true);
  });

  it('keeps nothing of a call that is over', async () => {
    const client = await clientOf(alwaysMatch);
    const { signal } = new AbortController();
    for (let call = 0; call < 20; call += 1) await client.match(IMAGE, IMAGE, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
