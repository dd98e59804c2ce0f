import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { SelfSigned } from './self-signed.test.fixture.js';

export interface LoopbackServer {
  readonly port: number;
  /** Every request so far, in order. */
  readonly requests: readonly IncomingMessage[];
  /** Resolves once no connection is open any more. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
  close(done: () => void): unknown;
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
}

async function listen(server: Listening, requests: readonly IncomingMessage[]): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let idle: () => void = () => undefined;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) idle();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    requests,
    allClosed: () =>
      new Promise((done) => {
        idle = done;
        if (sockets.size === 0) done();
      }),
    close: () =>
      new Promise((done) => {
        server.close(done);
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A real HTTP server, or a real HTTPS server where a certificate is given. */
export async function startServer(handler: RequestListener, tls?: SelfSigned): Promise<LoopbackServer> {
  const requests: IncomingMessage[] = [];
  const recording: RequestListener = (request, response) => {
    requests.push(request);
    handler(request, response);
  };
  const server: Server = tls === undefined ? createServer(recording) : createTlsServer({ ...tls }, recording);
  return await listen(server, requests);
}

/** A server that speaks whatever it likes on the bare connection. */
export async function startRawServer(speak: (socket: Socket) => void): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => {
    // A socket that nobody reads from does not notice that the other side has gone.
    socket.resume();
    speak(socket);
  });
  return await listen(server, []);
}
