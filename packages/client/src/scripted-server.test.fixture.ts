import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { FacetClientOptions } from './client-options.js';
import { FacetClient } from './client.js';

/** One request as it arrived. */
export interface Arrived {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What to do with the request of that number, counted from 0. */
export type Script = (response: ServerResponse, index: number, arrived: Arrived) => void;

interface ScriptedServer {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  readonly close: () => Promise<void>;
}

/** A real HTTP server on loopback that responds as the test says. */
async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      const body = Buffer.concat(chunks).toString('latin1');
      const index = arrived.push({ url, method, headers, body }) - 1;
      script(response, index, { url, method, headers, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface ScriptedClients {
  readonly clientOf: (
    script: Script,
    options?: Partial<FacetClientOptions> & { readonly path?: string },
  ) => Promise<FacetClient>;
  /** What the server of the latest client received. */
  readonly arrived: readonly Arrived[];
  readonly close: () => Promise<void>;
}

/** Clients of scripted servers, each of which ends with its test. */
export function scriptedClients(): ScriptedClients {
  let server: ScriptedServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  return {
    clientOf: async (script, { path = '', ...options } = {}) => {
      server = await scriptedServer(script);
      return new FacetClient({ baseUrl: server.url + path, apiKey: ' someone ', ...options });
    },
    get arrived() {
      return server?.arrived ?? [];
    },
    close: async () => {
      await server?.close();
    },
  };
}

type Headers = Readonly<Record<string, string>>;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'scripted', ...headers })
    .end(JSON.stringify(body));
}

const MATCH = {
  status: 'ok',
  code: '1000',
  success: true,
  message: 'Fetched confidence value.',
  data: { score: '0.250000', status: 'match' },
};

export const sendMatch = (response: ServerResponse, headers: Headers = {}): void => {
  sendJson(response, 200, MATCH, headers);
};

export const sendError = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Headers = {},
): void => {
  const message = `Scripted error ${code}.`;
  sendJson(response, status, { status: 'error', code, success: false, message, data: {} }, headers);
};

/** Responds to every call with the same match. */
export const alwaysMatch: Script = (response) => {
  sendMatch(response);
};
