import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { userIdName } from '../../accounts/user-ids/user-id-name.js';
import { MAX_USER_IDS } from '../../accounts/user-ids/user-ids.js';
import { ServiceError } from '../../errors.js';
import { addAccountRoute, Nothing, type AccountDeps } from './account-route.js';
import { accountView, Moment, moment, refuseSuspended, WithAccount } from './account-view.js';
import { personOf, clientOf } from './account-guards.js';

const UserIdView = z.object({
  name: z.string(),
  user_id: z
    .string()
    .nullable()
    .describe('`null` where it cannot be shown any more; it does not work either.'),
  created_at: Moment,
  last_used_at: Moment.nullable().describe(
    'When a call was last made with it, to the minute; `null`: never.',
  ),
});

const WithUserIds = z.object({
  user_ids: z.array(UserIdView).describe('The oldest first.'),
});

const UserIdBody = z.object({ name: userIdName });

async function userIdsView(
  { userIds }: AccountDeps,
  accountId: string,
): Promise<z.infer<typeof WithUserIds>> {
  const listed = await userIds.list(accountId);
  return {
    user_ids: listed.map(({ name, userId, createdAt, lastUsedAt }) => ({
      name,
      user_id: userId,
      created_at: moment(createdAt),
      last_used_at: lastUsedAt === null ? null : moment(lastUsedAt),
    })),
  };
}

export function addListUserIds(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/user-ids',
    auth: 'session',
    operationId: 'listUserIds',
    summary: 'List the user ids',
    description:
      'All user ids of the account. Plan, rate and quota are those of the account, whichever is used.',
    message: 'User ids listed.',
    data: WithUserIds,
    handle: ({ request }) => userIdsView(deps, personOf(request).accountId),
  });
}

export function addAddUserId(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/user-ids',
    auth: 'session',
    operationId: 'addUserId',
    summary: 'Add a user id',
    description: `Makes one more user id under a name; the others keep working. An account has at most ${MAX_USER_IDS}.`,
    message: 'User id added.',
    body: UserIdBody,
    data: WithUserIds,
    errors: ['account-suspended', 'user-id-name-taken', 'too-many-user-ids'],
    handle: async ({ request, body }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      const client = clientOf(request);
      await deps.userIds.add(accountId, body.name, (tx) => deps.people.isLoggedIn(client, tx));
      return userIdsView(deps, accountId);
    },
  });
}

export function addRevokeUserId(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/user-ids/revoke',
    auth: 'session',
    operationId: 'revokeUserId',
    summary: 'Revoke a user id',
    description:
      'The user id with this name stops working immediately, on every server; the others keep working.',
    message: 'User id revoked.',
    body: UserIdBody,
    data: WithUserIds,
    errors: ['account-suspended'],
    handle: async ({ request, body }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      if (!(await deps.userIds.revoke(accountId, body.name)))
        throw new ServiceError('bad-field', 'The field name must be the name of one of the user ids.', {
          field: 'name',
        });
      return userIdsView(deps, accountId);
    },
  });
}

export function addReplaceUserId(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/user-id/replace',
    auth: 'session',
    operationId: 'replaceUserId',
    summary: 'Replace all user ids',
    description:
      'Creates a new user id named `default`. All previous ones stop working immediately, on every server.',
    message: 'User id replaced.',
    body: Nothing,
    data: WithAccount,
    errors: ['account-suspended'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      const client = clientOf(request);
      await deps.userIds.replace(accountId, undefined, undefined, (tx) => deps.people.isLoggedIn(client, tx));
      return accountView(deps, accountId);
    },
  });
}
