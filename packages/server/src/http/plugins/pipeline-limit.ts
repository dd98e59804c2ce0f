import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { probeHalfClosed } from './half-closed.js';

/** HTTP libraries and browsers wait for an answer before they ask again; a thousand requests fit into one read. */
const MOST_WAITING = 100;

/**
 * Ends a connection on which more requests wait for their answers than any client sends, and lets the others that waited
 * on a connection know when it has closed.
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
  // Before the framework sees a request: what it makes for each is most of what a refused one would cost.
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const responses = waiting.get(socket) ?? follow(socket);
    if (responses.size >= MOST_WAITING) {
      socket.destroy();
      return;
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    app.routing(request, response);
  });
}

/** Node tells only the response whose turn it was; what the others hold would never be given back. */
function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) if (!response.closed) response.emit('close');
}
