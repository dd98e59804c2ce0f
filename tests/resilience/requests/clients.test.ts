import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_MAIN, serviceGauges, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPhoto } from '../shared/photos.js';
import { responsesIn, expectRejection, openRaw, speak } from '../shared/raw-connection.js';
import { startTarget, API_KEY } from '../shared/service.js';
import { becomesTrue } from './open-connections.js';

let service: StartedService;
let call: Buffer;

beforeAll(async () => {
  service = await startTarget();
  const body = JSON.stringify({ img: (await smallPhoto()).toString('base64') });
  call = Buffer.from(
    `POST /get_face_vec HTTP/1.1\r\nhost: localhost\r\nuser_id: ${API_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
});
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

/** The responses without the interim ones. */
const finalResponses = (heard: string): ReturnType<typeof responsesIn> =>
  responsesIn(heard).filter(({ status }) => status >= 200);

describe('a client that closes its side after the request', () => {
  it('gets its response', async () => {
    const connection = await openRaw(service.url);
    connection.socket.end(call);
    const [response, ...more] = finalResponses(await connection.heard);
    expect(response).toMatchObject({ status: 200 });
    expect(more).toEqual([]);
  });

  it('gets all responses to pipelined requests', async () => {
    const connection = await openRaw(service.url);
    connection.socket.end(Buffer.concat([call, call, call]));
    expect(finalResponses(await connection.heard).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('gets an error if it has closed too early', async () => {
    const connection = await openRaw(service.url);
    connection.socket.end(call.subarray(0, call.length - 10));
    const [response] = finalResponses(await connection.heard);
    expect(response?.status).toBe(400);
  });
});

describe('a client that has left', () => {
  it('is noticed, and its calls are dropped', async () => {
    // Many more calls than the one worker does in the time until it is noticed.
    const connections = await Promise.all(Array.from({ length: 40 }, () => openRaw(service.url)));
    for (const { write } of connections) write(Buffer.concat([call, call, call, call, call]));
    expect(await becomesTrue(async () => (await serviceGauges(service.url)).waiting > 10, 30_000)).toBe(true);
    for (const { socket } of connections) socket.destroy();
    expect(await becomesTrue(async () => (await serviceGauges(service.url)).waiting === 0, 30_000)).toBe(
      true,
    );
  });
});

describe('a request with two Host headers', () => {
  it.each([
    ['that differ', 'host: localhost\r\nhost: evil.example'],
    ['that are the same', 'host: localhost\r\nHost: localhost'],
  ])('%s is rejected', async (_, lines) => {
    const [response] = responsesIn(
      await speak(service.url, `GET /account/service HTTP/1.1\r\n${lines}\r\n\r\n`),
    );
    if (response === undefined) throw new Error('No response');
    expectRejection(response);
    expect(response.status).toBe(400);
    expect(response.head).toMatch(/^connection: close/im);
  });
});

describe('a foreign name that leads to the service', () => {
  it('lets no page sign up, though its origin is that of the request', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'correct horse battery' });
    const request = (host: string): string =>
      `POST /account/sign-up HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
    const { port } = new URL(service.url);
    const [foreign] = responsesIn(await speak(service.url, request(`evil.example:${port}`)));
    expect(foreign).toMatchObject({ status: 403 });
    expect(foreign?.body).toContain('FACET_PUBLIC_URL');
    const [own] = responsesIn(await speak(service.url, request(`localhost:${port}`)));
    expect(own).toMatchObject({ status: 200 });
  });
});

describe('a limit of 64 open files', () => {
  it('prevents the start, with a message that says what to do', async () => {
    const env = { ...process.env, PORT: '0', FACET_DATA_DIR: join(tmpdir(), 'facet-never') };
    const { code, written } = await new Promise<{ code: unknown; written: string }>((resolve) => {
      const script = 'ulimit -n 64 && exec "$0" "$1"';
      const args = ['-c', script, process.execPath, SERVER_MAIN];
      execFile('sh', args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: error?.code, written: stdout + stderr });
      });
    });
    expect(written).toMatch(/^Facet cannot start: The process may open 64 files at most.*Raise the limit/);
    expect(written).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});
