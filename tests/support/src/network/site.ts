import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export interface Site {
  readonly url: string;
  /** The paths that were requested so far, in order. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** What lies at a path: a text as it is, a file, or (where the path ends in a slash) a folder. */
export type SiteContent = Readonly<Record<string, { readonly text: string } | { readonly path: string }>>;

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};

/** A web server for tests and benchmarks, with the same headers on every response. Of a folder, it sends `.br` files where they are. */
export async function serveSite(
  content: SiteContent,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    requests.push(pathname);
    const acceptsBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']));
    contentOf(content, pathname, acceptsBrotli).then(
      ({ body, isBrotli }) => {
        const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
        const encoding = isBrotli ? { 'content-encoding': 'br' } : {};
        response.writeHead(200, { ...headers, ...encoding, 'content-type': type }).end(body);
      },
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Body {
  readonly body: string | Buffer;
  readonly isBrotli: boolean;
}

async function contentOf(content: SiteContent, path: string, acceptsBrotli: boolean): Promise<Body> {
  const own = content[path];
  if (own !== undefined)
    return { body: 'text' in own ? own.text : await readFile(own.path), isBrotli: false };
  // The one that says most.
  const folder = Object.keys(content)
    .filter((start) => start.endsWith('/') && start !== '/' && path.startsWith(start))
    .sort((a, b) => b.length - a.length)[0];
  const entry = content[folder ?? ''];
  if (folder === undefined || entry === undefined || !('path' in entry)) throw new Error('There is nothing.');
  const name = decodeURIComponent(path.slice(folder.length));
  if (name.split('/').includes('..')) throw new Error('There is nothing.');
  const file = join(entry.path, name);
  if (!(await stat(file)).isFile()) throw new Error('There is nothing.');
  const compressed = acceptsBrotli ? await readFile(`${file}.br`).catch(() => null) : null;
  return compressed === null
    ? { body: await readFile(file), isBrotli: false }
    : { body: compressed, isBrotli: true };
}
