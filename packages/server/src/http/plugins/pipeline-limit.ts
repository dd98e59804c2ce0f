import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * HTTP libraries and browsers wait for a response before they send the next request; a thousand requests fit into one
 * read.
 */
const MAX_WAITING = 100;

/**
 * Closes a connection with more pipelined requests than any ordinary client sends, and notifies all pending responses
 * when a connection has closed.
 */
export function addPipelineLimit(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const follow = (socket: Socket): Set<ServerResponse> => {
    const responses = new Set<ServerResponse>();
    waiting.set(socket, responses);
    socket.once('close', () => {
      closeAll(responses);
    });
    probeHalfClosed(socket, responses);
    return responses;
  };
  // Before Fastify sees the request: the objects that it creates are most of the cost of a refusal.
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const responses = waiting.get(socket) ?? follow(socket);
    if (responses.size >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    app.routing(request, response);
  });
}

/** Node only notifies the current response; what the others hold would never be released. */
function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) if (!response.closed) response.emit('close');
}

/**
 * Delays between probes. The first probe makes the system learn that the client is gone, the second one gets the error:
 * soon if the client is near.
 */
const PROBES_MS = [10, 40, 200];
const LATER_MS = 250;

/**
 * A client may half-close its connection after a request and still wait for the response. A client that has
 * disconnected looks the same until something is sent to it. So interim responses are sent: a waiting client ignores
 * them, and for a disconnected one the system reports an error, and its work is cancelled.
 */
function probeHalfClosed(socket: Socket, waiting: ReadonlySet<ServerResponse>): void {
  socket.once('end', () => {
    let timer: NodeJS.Timeout | undefined;
    let probes = 0;
    const probe = (): void => {
      const [current] = waiting;
      if (current === undefined || socket.destroyed) return;
      // HTTP/1.0 clients do not know interim responses: they are treated as disconnected.
      if (current.req.httpVersionMinor === 0) {
        socket.destroy();
        return;
      }
      if (!current.headersSent) current.writeProcessing();
      timer = setTimeout(probe, PROBES_MS[probes++] ?? LATER_MS);
    };
    socket.once('close', () => {
      clearTimeout(timer);
    });
    probe();
  });
}
