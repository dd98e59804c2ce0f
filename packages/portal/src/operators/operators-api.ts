import type { UsageRow } from '../api/account.types.js';
import { call } from '../api/call.js';
import type {
  AccountDetails,
  AccountsPage,
  AuditPage,
  Catalogue,
  Health,
  OperatorAccount,
} from './operators.types.js';

const search = (values: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null);
  return new URLSearchParams(given).toString();
};

export const getAccounts = (text: string, after: string | null): Promise<AccountsPage> =>
  call('GET', `/operators/accounts?${search({ search: text === '' ? null : text, after })}`);
export const getAccountDetails = (account: string): Promise<AccountDetails> =>
  call('GET', `/operators/account?${search({ account })}`);
export const getCatalogue = (): Promise<Catalogue> => call('GET', '/operators/plans');
export const getTotalUsage = async (days: number): Promise<readonly UsageRow[]> =>
  (await call<{ days: readonly UsageRow[] }>('GET', `/operators/usage?days=${days}`)).days;
export const getHealth = (): Promise<Health> => call('GET', '/operators/health');
export const getAudit = (before: string | null): Promise<AuditPage> =>
  call('GET', `/operators/audit?${search({ before })}`);

/** Every change names the account, and asks for the password of the administrator. */
export interface Change {
  readonly account: string;
  readonly password: string;
}

const change = async (path: `/${string}`, body: object): Promise<OperatorAccount> =>
  (await call<{ account: OperatorAccount }>('POST', path, body)).account;

export const suspendAccount = (body: Change): Promise<OperatorAccount> =>
  change('/operators/accounts/suspend', body);
export const resumeAccount = (body: Change): Promise<OperatorAccount> =>
  change('/operators/accounts/resume', body);
export const grantPlan = (
  body: Change & { readonly plan: string; readonly until: string | null },
): Promise<OperatorAccount> => change('/operators/plans/grant', body);
export const endPlan = (body: Change & { readonly at: string }): Promise<OperatorAccount> =>
  change('/operators/plans/end', body);
