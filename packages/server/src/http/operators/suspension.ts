import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { addAccountRoute } from '../account/account-route.js';
import { accountNow, WithOperatorAccount } from './account-views.js';
import { actOn, CHANGE } from './acting.js';
import type { OperatorDeps } from './operator-deps.js';

const Body = z.object(CHANGE);

export function addSuspendAccount(app: FastifyInstance, deps: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/operators/accounts/suspend',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'All its calls are refused from now on, on every server. Administrators cannot suspend themselves.',
    message: 'Account suspended.',
    body: Body,
    data: WithOperatorAccount,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      if (account.id === actor.name)
        throw new ServiceError('bad-field', 'The field account must not be your own account.', {
          field: 'account',
        });
      await deps.administration.suspend(actor, account);
      return accountNow(deps, account.id);
    },
  });
}

export function addResumeAccount(app: FastifyInstance, deps: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/operators/accounts/resume',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'resumeAccount',
    summary: 'Lift the suspension of an account',
    description: 'Its calls are accepted again.',
    message: 'Suspension lifted.',
    body: Body,
    data: WithOperatorAccount,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      await deps.administration.resume(actor, account);
      return accountNow(deps, account.id);
    },
  });
}
