import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';

/**
 * Locks the counters of accounts, always in the same order: whoever changes what hangs on them does this first,
 * so that no two wait for each other. On SQLite the transaction itself keeps others out.
 */
export async function lockMeters(
  tx: Transaction<Tables>,
  dialect: Database['dialect'],
  accountIds: readonly string[],
): Promise<void> {
  if (dialect === 'sqlite' || accountIds.length === 0) return;
  await tx
    .selectFrom('meter')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .orderBy('account_id')
    .forUpdate()
    .execute();
}

/** Gives back the calls in flight of servers that will not finish them. Returns how many. */
export async function giveBackHolds(
  tx: Transaction<Tables>,
  dialect: Database['dialect'],
  serverIds: readonly string[],
): Promise<number> {
  const accounts = await tx
    .selectFrom('hold')
    .select('account_id')
    .distinct()
    .where('server_id', 'in', serverIds)
    .execute();
  await lockMeters(
    tx,
    dialect,
    accounts.map(({ account_id }) => account_id),
  );
  const holds = await tx
    .deleteFrom('hold')
    .where('server_id', 'in', serverIds)
    .returning(['account_id', 'period_start', 'calls'])
    .execute();
  const inFlight = holds.filter(({ calls }) => calls > 0);
  for (const { account_id, period_start, calls } of inFlight)
    await tx
      .updateTable('meter')
      .set((row) => ({ held: row('held', '-', calls) }))
      .where('account_id', '=', account_id)
      .where('period_start', '=', period_start)
      .execute();
  return inFlight.reduce((sum, { calls }) => sum + calls, 0);
}
