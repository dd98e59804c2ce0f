import type { Accounts } from '../open-accounts.js';

/** The calls of an API key by outcome, and what they used of the quota. */
export async function usageOf(
  { database: { db }, apiKeys }: Accounts,
  apiKey: string,
): Promise<{ readonly outcomes: Readonly<Record<string, number>>; readonly used: number }> {
  const { account_id } = await db
    .selectFrom('api_key')
    .select('account_id')
    .where('lookup_hash', '=', apiKeys.hashOf(apiKey))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('usage_day')
    .select(['outcome', 'calls'])
    .where('account_id', '=', account_id)
    .execute();
  const used = await db
    .selectFrom('period_usage')
    .select('used')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return {
    outcomes: Object.fromEntries(rows.map(({ outcome, calls }) => [outcome, calls])),
    used: used?.used ?? 0,
  };
}
