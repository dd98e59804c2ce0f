import type { AccountList, ListedAccount } from '../account-list.js';
import type { Row } from './output.js';

const PAGE = 1000;

export const ACCOUNT_COLUMNS = [
  'account',
  'email',
  'role',
  'state',
  'plan',
  'used',
  'quota',
  'period_end',
  'plan_ends',
  'created',
] as const;

/** All accounts with their plans and the calls of the current month, oldest first. */
export async function* accountRows(accounts: AccountList): AsyncGenerator<Row> {
  let after: ListedAccount | undefined;
  do {
    const page = await accounts.page({ limit: PAGE, order: 'oldest first', after: after ?? null });
    for (const account of page) yield accountRow(account);
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
}

const accountRow = (account: ListedAccount): Row => ({
  account: account.id,
  email: account.label,
  role: account.role,
  state: account.state,
  plan: account.plan,
  used: account.used,
  quota: account.quota,
  period_end: iso(account.periodEnd),
  plan_ends: iso(account.planEnds),
  created: iso(account.createdAt),
});

/** To the second, which is enough for users; null stays null. */
export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
