import type { FastifyInstance } from 'fastify';
import { addAccountRoute } from '../account/account-route.js';
import { HealthView } from './health.js';
import type { OperatorDeps } from './operator-deps.js';

export function addShowHealth(app: FastifyInstance, { health }: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/operators/health',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'showHealth',
    summary: 'Show the state of the service',
    description:
      'Of the server that answers; with several servers, each tells of itself. `/metrics` has more.',
    message: 'The state of this server.',
    data: HealthView,
    handle: () => health(),
  });
}
