import type { Plan, UsageRow } from '../api/account.types.js';
import { call } from '../api/call.js';

const search = (values: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null);
  return new URLSearchParams(given).toString();
};

export const getAccounts = (text: string, after: string | null): Promise<AccountsPage> =>
  call('GET', `/admin/accounts?${search({ search: text === '' ? null : text, after })}`);
export const getAccountDetails = (account: string): Promise<AccountDetails> =>
  call('GET', `/admin/account?${search({ account })}`);
export const getCatalogue = (): Promise<Catalogue> => call('GET', '/admin/plans');
export const getTotalUsage = async (days: number): Promise<readonly UsageRow[]> =>
  (await call<{ days: readonly UsageRow[] }>('GET', `/admin/usage?days=${days}`)).days;
export const getHealth = (): Promise<Health> => call('GET', '/admin/health');
export const getAudit = (before: string | null): Promise<AuditPage> =>
  call('GET', `/admin/audit?${search({ before })}`);

/** Every change names the account, and asks for the password of the admin, if they have one. */
export interface Change {
  readonly account: string;
  readonly password: string | undefined;
}

const change = async (path: `/${string}`, body: object): Promise<AdminAccount> =>
  (await call<{ account: AdminAccount }>('POST', path, body)).account;

export const suspendAccount = (body: Change & { readonly reason: string }): Promise<AdminAccount> =>
  change('/admin/accounts/suspend', body);
export const resumeAccount = (body: Change): Promise<AdminAccount> => change('/admin/accounts/resume', body);
export const grantPlan = (
  body: Change & { readonly plan: string; readonly until: string | null },
): Promise<AdminAccount> => change('/admin/plans/grant', body);
export const endPlan = (body: Change & { readonly at: string }): Promise<AdminAccount> =>
  change('/admin/plans/end', body);

export interface AdminAccount {
  readonly id: string;
  readonly email: string;
  readonly role: 'user' | 'admin';
  readonly state: 'active' | 'suspended' | 'no plan' | 'plan ended' | 'plan unknown';
  readonly suspended: boolean;
  readonly plan: string | null;
  readonly used: number | null;
  /** null: without a limit. */
  readonly quota: number | null;
  readonly period_end: string | null;
  readonly plan_ends: string | null;
  readonly created_at: string;
  readonly collections: number;
  /** In all collections of the account. */
  readonly people: number;
  readonly faces: number;
}

export interface AccountsPage {
  readonly accounts: readonly AdminAccount[];
  readonly next: string | null;
}

interface Party {
  readonly id: string;
  /** null for the command, and for accounts that were deleted since. */
  readonly email: string | null;
}

export interface AuditEntry {
  readonly at: string;
  readonly actor: Party;
  readonly action: string;
  readonly account: Party;
  readonly detail: string;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

export interface AccountDetails {
  readonly account: AdminAccount;
  readonly api_keys: readonly {
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
  }[];
  readonly days: readonly UsageRow[];
  readonly audit: readonly AuditEntry[];
}

interface CataloguePlan extends Plan {
  readonly self_service: boolean;
  readonly accounts: number;
}

export interface Catalogue {
  readonly plans: readonly CataloguePlan[];
  readonly unknown: readonly { readonly id: string; readonly accounts: number }[];
}

interface Use {
  readonly now: number;
  readonly limit: number;
}

export interface Health {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly ready: boolean }[];
  readonly version: string;
  readonly node: string;
  readonly uptime_seconds: number;
  readonly memory_bytes: number;
  readonly queue_running: Use;
  readonly queue_waiting: Use;
  readonly fetches_running: Use;
  readonly body_bytes: Use;
  readonly connections: Use;
  readonly workers: Use;
}
