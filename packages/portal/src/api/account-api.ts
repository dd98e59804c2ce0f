import type {
  AccessKeyPair,
  Account,
  OfferedPlan,
  Rejection,
  RequestLogPage,
  Service,
  Usage,
  ApiKey,
  NewApiKey,
} from './account.types.js';
import { call } from './call.js';

interface WithAccount {
  readonly account: Account;
}

const account = async (response: Promise<WithAccount>): Promise<Account> => (await response).account;

export const getService = (): Promise<Service> => call('GET', '/account/service');
export const getAccount = (): Promise<Account> => account(call('GET', '/account'));

export const signUp = (email: string, password: string): Promise<Account> =>
  account(call('POST', '/account/sign-up', { email, password }));
export const logIn = (email: string, password: string): Promise<Account> =>
  account(call('POST', '/account/log-in', { email, password }));
export const logOut = (): Promise<unknown> => call('POST', '/account/log-out');

export const changePassword = (current: string, next: string): Promise<unknown> =>
  call('POST', '/account/password', { current, new: next });
export const requestReset = (email: string): Promise<unknown> =>
  call('POST', '/account/password-reset', { email });
export const checkReset = (token: string): Promise<{ readonly replaces_api_keys: boolean }> =>
  call('POST', '/account/password-reset/check', { token });
export const confirmReset = (token: string, next: string, replaceApiKeys: boolean): Promise<unknown> =>
  call('POST', '/account/password-reset/confirm', { token, new: next, replace_api_keys: replaceApiKeys });
export const requestVerification = (): Promise<unknown> => call('POST', '/account/email/verification');
export const confirmVerification = (token: string): Promise<unknown> =>
  call('POST', '/account/email/verification/confirm', { token });
export const deleteAccount = (password: string | undefined): Promise<unknown> =>
  call('POST', '/account/delete', { password });

const apiKeys = async (
  response: Promise<{ readonly api_keys: readonly ApiKey[] }>,
): Promise<readonly ApiKey[]> => (await response).api_keys;

export const getApiKeys = (): Promise<readonly ApiKey[]> => apiKeys(call('GET', '/account/api-keys'));
export const addApiKey = (key: NewApiKey): Promise<readonly ApiKey[]> =>
  apiKeys(call('POST', '/account/api-keys', key));
export const revokeApiKey = (name: string): Promise<readonly ApiKey[]> =>
  apiKeys(call('POST', '/account/api-keys/revoke', { name }));

export const makeAccessKey = (name: string): Promise<AccessKeyPair> =>
  call('POST', '/account/api-keys/access-key', { name });

export const subscribe = (plan: string): Promise<Account> =>
  account(call('POST', '/account/subscription', { plan }));
export const cancelSubscription = (): Promise<Account> =>
  account(call('POST', '/account/subscription/cancel'));

export const getPlans = async (): Promise<readonly OfferedPlan[]> =>
  (await call<{ plans: readonly OfferedPlan[] }>('GET', '/account/plans')).plans;
export const getUsage = (days: number): Promise<Usage> => call('GET', `/account/usage?days=${days}`);
/** Which requests of the log to show; absent: all. */
export interface RequestQuestion {
  readonly failed?: '1';
  readonly operation?: string;
  readonly code?: string;
  readonly key?: string;
}

export const getRequests = (question: RequestQuestion, before: string | null): Promise<RequestLogPage> => {
  const query = new URLSearchParams({ ...question, ...(before !== null && { before }) });
  return call('GET', `/account/requests?${query.toString()}`);
};
export const getRejections = async (): Promise<readonly Rejection[]> =>
  (await call<{ rejections: readonly Rejection[] }>('GET', '/account/rejections')).rejections;
