import type { FastifyRequest } from 'fastify';
import type { AccountRecord } from '../../accounts/account-store.js';
import type { Actor } from '../../accounts/administration/administration.js';
import { password } from '../../accounts/people/login-rules.js';
import { ServiceError } from '../../errors.js';
import { accountId } from './account-views.js';
import { personOf, requireAdministrator, clientOf } from '../account/account-guards.js';
import type { OperatorDeps } from './operator-deps.js';

/** Every change names the account, and proves with the password that the administrator is present. */
export const CHANGE = {
  account: accountId,
  password: password.describe('The password of the administrator.'),
};

interface Change {
  readonly account: string;
  readonly password: string;
}

/**
 * Checks the administrator's password and finds the account. The actor is checked once more in the transaction of the
 * change: an actor who has lost the role or was logged out meanwhile changes nothing.
 */
export async function actOn(
  { people, store }: OperatorDeps,
  request: FastifyRequest,
  change: Change,
): Promise<{ readonly actor: Actor; readonly account: AccountRecord }> {
  const person = personOf(request);
  await people.confirmPassword(person, change.password);
  const account = await store.byId(change.account);
  if (account === null)
    throw new ServiceError('bad-field', 'The field account must be the id of an account.', {
      field: 'account',
    });
  const client = clientOf(request);
  const actor: Actor = {
    name: person.accountId,
    check: async (tx) => {
      if (!(await people.isLoggedIn(client, tx))) throw new ServiceError('not-logged-in');
      const row = await tx
        .selectFrom('account')
        .select(['role', 'suspended_at'])
        .where('id', '=', person.accountId)
        .executeTakeFirst();
      requireAdministrator({ role: row?.role ?? 'member', suspended: row?.suspended_at != null });
    },
  };
  return { actor, account };
}
