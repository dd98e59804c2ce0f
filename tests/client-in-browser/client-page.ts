import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

/** The folders of the packages as they are built, by the path under which the page loads them. */
const PACKAGES = {
  client: new URL('../../packages/client/dist/', import.meta.url),
  gallery: new URL('../../packages/gallery/dist/', import.meta.url),
};
const PHOTO = new URL('../../node_modules/@vladmandic/face-api/demo/sample1.jpg', import.meta.url);

const PAGE = '<!doctype html><title>Client</title>';

export interface ClientPage {
  readonly origin: string;
  readonly close: () => void;
}

/** A web server with an empty page, a photo, and the client and the gallery as they are built, without any bundler. */
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
  const [, name, file = ''] = /^\/(client|gallery)\/(.*)$/.exec(path) ?? [];
  const folder = name === 'client' ? PACKAGES.client : PACKAGES.gallery;
  return ['text/javascript', await readFile(new URL(file, folder))];
}
