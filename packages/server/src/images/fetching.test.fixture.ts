import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import { ServiceError } from '../errors.js';
import { createImageFetcher, type ImageFetcherOptions } from './fetch-image.js';
import { startRawServer, startServer, type LoopbackServer } from './loopback-server.test.fixture.js';
import type { SelfSigned } from './self-signed.test.fixture.js';

/** How a JPEG file starts. */
export const IMAGE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]);

export const REJECTION =
  'The image URL is rejected; it must name a public http or https host on its default port, without credentials.';

export interface Call extends Partial<ImageFetcherOptions> {
  readonly signal?: AbortSignal;
}

export function fetchImage({ signal, ...options }: Call, url: string): Promise<Uint8Array> {
  const fetcher = createImageFetcher({ maxBytes: 1000, deadlineMs: 20_000, ...options });
  return fetcher.fetch(url, signal ?? new AbortController().signal);
}

/** Fetches a path of the server, which the operator has allowed. */
export const fetchFrom = ({ port }: LoopbackServer, path = '/', call: Call = {}): Promise<Uint8Array> =>
  fetchImage({ allow: [`127.0.0.1:${port}`], ...call }, `http://127.0.0.1:${port}${path}`);

export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error('No ServiceError', { cause: error });
  return error;
}

export interface Servers {
  readonly serve: (handler: RequestListener, tls?: SelfSigned) => Promise<LoopbackServer>;
  readonly serveRaw: (speak: (socket: Socket) => void) => Promise<LoopbackServer>;
}

/** Servers that are closed after each test of the file. */
export function useServers(): Servers {
  const open: LoopbackServer[] = [];
  const keep = (server: LoopbackServer): LoopbackServer => {
    open.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return {
    serve: async (handler, tls) => keep(await startServer(handler, tls)),
    serveRaw: async (speak) => keep(await startRawServer(speak)),
  };
}
