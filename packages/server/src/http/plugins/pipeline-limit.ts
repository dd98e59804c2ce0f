import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** HTTP libraries and browsers wait for an answer before they ask again; a thousand requests fit into one read. */
const MOST_WAITING = 100;

/**
 * Ends a connection on which more requests wait for their answers than any client sends, and lets the others that waited
 * on a connection know when it has closed.
 */
export function addPipelineLimit(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const responses = waiting.get(socket) ?? new Set<ServerResponse>();
    if (!waiting.has(socket)) {
      waiting.set(socket, responses);
      socket.once('close', () => {
        closeAll(responses);
      });
    }
    if (responses.size >= MOST_WAITING) {
      reply.hijack();
      socket.destroy();
      return;
    }
    const response = reply.raw;
    responses.add(response);
    response.once('close', () => responses.delete(response));
    done();
  });
}

/** Node tells only the response whose turn it was; what the others hold would never be given back. */
function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) if (!response.closed) response.emit('close');
}
