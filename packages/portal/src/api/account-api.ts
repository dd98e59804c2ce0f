import type {
  Account,
  OfferedPlan,
  Refusal,
  RequestLogPage,
  Service,
  Usage,
  UserId,
} from './account.types.js';
import { call } from './call.js';

interface WithAccount {
  readonly account: Account;
}

const account = async (answer: Promise<WithAccount>): Promise<Account> => (await answer).account;

export const getService = (): Promise<Service> => call('GET', '/account/service');
export const getAccount = (): Promise<Account> => account(call('GET', '/account'));

export const signUp = (email: string, password: string): Promise<Account> =>
  account(call('POST', '/account/sign-up', { email, password }));
export const logIn = (email: string, password: string): Promise<Account> =>
  account(call('POST', '/account/log-in', { email, password }));
export const logOut = (): Promise<unknown> => call('POST', '/account/log-out');

export const changePassword = (current: string, next: string): Promise<unknown> =>
  call('POST', '/account/password', { current, new: next });
export const askForReset = (email: string): Promise<unknown> =>
  call('POST', '/account/password-reset', { email });
export const confirmReset = (token: string, next: string): Promise<unknown> =>
  call('POST', '/account/password-reset/confirm', { token, new: next });
export const askForVerification = (): Promise<unknown> => call('POST', '/account/email/verification');
export const confirmVerification = (token: string): Promise<unknown> =>
  call('POST', '/account/email/verification/confirm', { token });
export const deleteAccount = (password: string): Promise<unknown> =>
  call('POST', '/account/delete', { password });

const userIds = async (
  answer: Promise<{ readonly user_ids: readonly UserId[] }>,
): Promise<readonly UserId[]> => (await answer).user_ids;

export const getUserIds = (): Promise<readonly UserId[]> => userIds(call('GET', '/account/user-ids'));
export const addUserId = (name: string): Promise<readonly UserId[]> =>
  userIds(call('POST', '/account/user-ids', { name }));
export const revokeUserId = (name: string): Promise<readonly UserId[]> =>
  userIds(call('POST', '/account/user-ids/revoke', { name }));

export const subscribe = (plan: string): Promise<Account> =>
  account(call('POST', '/account/subscription', { plan }));
export const cancelSubscription = (): Promise<Account> =>
  account(call('POST', '/account/subscription/cancel'));

export const getPlans = async (): Promise<readonly OfferedPlan[]> =>
  (await call<{ plans: readonly OfferedPlan[] }>('GET', '/account/plans')).plans;
export const getUsage = (days: number): Promise<Usage> => call('GET', `/account/usage?days=${days}`);
export const getRequests = (failedOnly: boolean, before: string | null): Promise<RequestLogPage> => {
  const query = new URLSearchParams({
    ...(failedOnly && { failed: '1' }),
    ...(before !== null && { before }),
  });
  return call('GET', `/account/requests?${query.toString()}`);
};
export const getRefusals = async (): Promise<readonly Refusal[]> =>
  (await call<{ refusals: readonly Refusal[] }>('GET', '/account/refusals')).refusals;
