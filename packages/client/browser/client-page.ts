import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

const DIST = new URL('../dist/', import.meta.url);
const PHOTO = new URL('../../../node_modules/@vladmandic/face-api/demo/sample1.jpg', import.meta.url);

const PAGE = '<!doctype html><title>Client</title>';

export interface ClientPage {
  readonly origin: string;
  readonly close: () => void;
}

/** A web server with an empty page, a photo, and the client as it is built, without any bundler. */
export async function serveClientPage(): Promise<ClientPage> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    contentOf(pathname).then(
      ([type, content]) => response.writeHead(200, { 'content-type': type }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function contentOf(path: string): Promise<[type: string, content: string | Buffer]> {
  if (path === '/') return ['text/html', PAGE];
  if (path === '/photo.jpg') return ['image/jpeg', await readFile(PHOTO)];
  return ['text/javascript', await readFile(new URL(`.${path}`, DIST))];
}
