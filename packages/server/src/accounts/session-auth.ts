import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.js';
import { networkOf } from '../http/network.js';
import type { ServedRoute } from '../http/route.js';
import type { Client, User } from './users/log-in-parts.js';
import type { Users } from './users/users.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in; set on routes that require a session. */
    user: User | null;
  }
}

export const clientOf = ({ headers, ip }: FastifyRequest): Client => ({
  cookie: headers.cookie ?? '',
  address: networkOf(ip),
});

export function requireAdmin({ role, suspended }: Pick<User, 'role' | 'suspended'>): void {
  if (role !== 'admin') throw new ServiceError('not-an-admin');
  if (suspended) throw new ServiceError('account-suspended');
}

export function userOf({ user }: FastifyRequest): User {
  if (user === null) throw new Error('The route does not require a session.');
  return user;
}

/** Checks the session cookie, extends the session, and requires the role of admin where the route does. */
export const sessionAuth =
  (users: Pick<Users, 'whoIs'>) =>
  async (request: FastifyRequest, reply: FastifyReply, { caller }: ServedRoute): Promise<void> => {
    const session = await users.whoIs(clientOf(request));
    if (session === null) throw new ServiceError('not-logged-in');
    // First: a rejection carries the renewed cookies, too.
    if (session.cookies.length > 0) void reply.header('set-cookie', [...session.cookies]);
    if (caller === 'admin') requireAdmin(session.user);
    request.user = session.user;
    request.memoryOwner = session.user.accountId;
  };
