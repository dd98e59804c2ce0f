import { freePort } from '@facet/test-support';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { readFile, readdir, stat, statfs } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startNginx, type Nginx } from '../shared/nginx.js';

const MB = 1024 * 1024;
const TMPFS = 0x01021994;
const MARK = 'the bytes of a photo';
/** More than the kernel holds of a connection, so that most of it is with nginx once it has been sent. */
const PHOTO = Buffer.alloc(24 * MB, MARK);

let upstream: Server;
let nginx: Nginx;
/** How much of a body has reached the server behind nginx. */
let received = 0;
const open: Socket[] = [];

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    request.on('end', () => {
      response.end(request.url === '/large' ? PHOTO : '{}');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => upstream.listen(port, '127.0.0.1', resolve));
  nginx = await startNginx(await freePort(), [`127.0.0.1:${port}`]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await nginx.stop();
  upstream.closeAllConnections();
  upstream.close();
});

/** The processes of nginx: the master and its workers. */
async function processes(): Promise<string[]> {
  const children = await readFile(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8');
  return [String(nginx.pid), ...children.trim().split(' ')];
}

/** The kinds of file system on which open files of nginx hold the bytes, deleted files included. */
async function filesWithTheBytes(): Promise<number[]> {
  const kinds: number[] = [];
  for (const pid of await processes())
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${fd}`;
      if (!(await stat(path)).isFile()) continue;
      if ((await readFile(path)).includes(MARK)) kinds.push((await statfs(path)).type);
    }
  return kinds;
}

/** Sends this, and leaves the connection open. Resolves when all of it has left this process. */
async function send(...parts: readonly (string | Buffer)[]): Promise<Socket> {
  const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  for (const part of parts)
    await new Promise<void>((resolve, reject) =>
      socket.write(part, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  return socket;
}

const post = (headers: string): string =>
  `POST /get_face_vec HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n`;

describe('a large upload that nginx has and no server yet', () => {
  afterEach(() => {
    expect(received).toBe(0);
  });

  it.each([
    ['with a length', [post(`content-length: ${PHOTO.length + 1}`), PHOTO]],
    [
      'in chunks',
      [
        post('transfer-encoding: chunked'),
        ...Array.from({ length: 24 }, () => [`${MB.toString(16)}\r\n`, PHOTO.subarray(0, MB), '\r\n']).flat(),
      ],
    ],
  ])('is in no file: %s', async (_, parts) => {
    await send(...parts);
    expect(await filesWithTheBytes()).toEqual([]);
  });

  it('is in memory, even if its chunk headers are larger than the buffer', async () => {
    const wasteful = `${MARK.length.toString(16)};${'x'.repeat(8000)}\r\n${MARK}\r\n`;
    await send(post('transfer-encoding: chunked'), wasteful.repeat(Math.ceil((66 * MB) / wasteful.length)));
    expect(await filesWithTheBytes()).toEqual([TMPFS]);
  });
});

it('a large response that its client reads slowly is in no file', async () => {
  const socket = await send('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  let bytes = 0;
  let nextLook = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes >= PHOTO.length) break;
    if (bytes < nextLook) continue;
    nextLook += MB;
    expect(await filesWithTheBytes()).toEqual([]);
  }
  expect(bytes).toBeGreaterThanOrEqual(PHOTO.length);
});
