import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const ACCEPTABLE = /^[\w.:-]{8,128}$/;

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The prefix of user ids. One that is sent as a request id may belong to somebody. */
const OF_A_USER_ID = /fct_/i;

/** The caller's request id if it is harmless, else a new one. A user id must not get into logs this way. */
export function makeRequestId(request: IncomingMessage): string {
  const given = header(request, 'x-request-id');
  const userIds = [header(request, 'user_id'), header(request, 'x-user-id')];
  if (given === undefined || !ACCEPTABLE.test(given) || OF_A_USER_ID.test(given)) return randomUUID();
  return userIds.some((userId) => userId && given.includes(userId.trim())) ? randomUUID() : given;
}

/** Sends the request id with every response. */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
}
