import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { probeHalfClosed } from './half-closed.js';

/**
 * HTTP libraries and browsers wait for a response before they send the next request; a thousand requests fit into one
 * read.
 */
const MOST_WAITING = 100;

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
    if (responses.size >= MOST_WAITING) {
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
