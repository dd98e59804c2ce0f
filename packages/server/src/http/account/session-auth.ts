import type { FastifyInstance, FastifyRequest } from 'fastify';
import { outageAsOverload } from '../../accounts/database-outage.js';
import type { People, Person, Visitor } from '../../accounts/people/people.js';
import { ServiceError } from '../../errors.js';
import { networkOf } from './network-of.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in; set on routes that ask for a log-in. */
    person: Person | null;
  }
}

export const visitorOf = ({ headers, ip }: FastifyRequest): Visitor => ({
  cookie: headers.cookie ?? '',
  address: networkOf(ip),
});

export function requireAdministrator({ role, suspended }: Pick<Person, 'role' | 'suspended'>): void {
  if (role !== 'administrator') throw new ServiceError('not-an-administrator');
  if (suspended) throw new ServiceError('account-suspended');
}

export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Error('The route does not ask for a log-in.');
  return person;
}

/**
 * Checks the cookie before the body is read, on every route that asks for a log-in, and prolongs the session. Some routes
 * also ask for the role of an administrator.
 */
export function addSessionAuth(app: FastifyInstance, people: Pick<People, 'whoIs'>): void {
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request, reply) => {
    const { auth } = request.routeOptions.config;
    if (auth !== 'session' && auth !== 'administrator') return;
    const entered = await people.whoIs(visitorOf(request)).catch((error: unknown) => {
      throw outageAsOverload(error);
    });
    if (entered === null) throw new ServiceError('not-logged-in');
    if (auth === 'administrator') requireAdministrator(entered.person);
    request.person = entered.person;
    if (entered.cookies.length > 0) void reply.header('set-cookie', [...entered.cookies]);
  });
}
