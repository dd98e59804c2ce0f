import type { PostgresSession } from './postgres-session.js';
import { holdKey, type SettleBatch } from './settle-batch.js';

interface Surplus {
  readonly accountId: string;
  readonly periodStart: number;
  readonly calls: number;
}

/**
 * After calls were refused because the database did not answer in time: gives back what it holds for them, and
 * takes back a batch of finished calls that it has counted although nobody heard of it. In one transaction, marked
 * with the number of this batch, so that it can be repeated when its own end is not heard of.
 */
export async function reconcile(
  session: PostgresSession,
  serverId: string,
  inFlight: ReadonlyMap<string, number>,
  batchNumber: number,
  unsure: SettleBatch | undefined,
): Promise<void> {
  await session.query('begin', []);
  try {
    const [server] = await session.query<{ batch: number }>('select batch from server where id = $1', [
      serverId,
    ]);
    const wasDone = unsure !== undefined && server?.batch === unsure.number;
    const held = await session.query<{ account_id: string; period_start: number; calls: number }>(
      'select account_id, period_start, calls from hold where server_id = $1 and calls > 0',
      [serverId],
    );
    const surplus = held
      .map((row) => ({
        accountId: row.account_id,
        periodStart: row.period_start,
        calls: row.calls - (inFlight.get(holdKey(row.account_id, row.period_start)) ?? 0),
      }))
      .filter(({ calls }) => calls > 0);
    const accounts = [...surplus, ...(wasDone ? unsure.moves : [])].map(({ accountId }) => accountId);
    await session.query(
      'select account_id from meter where account_id = any($1) order by account_id for update',
      [accounts],
    );
    await giveBack(session, serverId, surplus);
    if (wasDone) await takeBack(session, unsure);
    await session.query('update server set batch = $2 where id = $1', [serverId, batchNumber]);
    await session.query('commit', []);
  } catch (error) {
    if (session.isOpen) await session.query('rollback', []);
    throw error;
  }
}

async function giveBack(
  session: PostgresSession,
  serverId: string,
  surplus: readonly Surplus[],
): Promise<void> {
  for (const { accountId, periodStart, calls } of surplus) {
    // Only what is still held: another server may have given it back meanwhile.
    await session.query(
      `with given as (
         update hold set calls = calls - $4
         where server_id = $1 and account_id = $2 and period_start = $3 and calls >= $4
         returning account_id, period_start
       )
       update meter m set held = m.held - $4 from given
       where m.account_id = given.account_id and m.period_start = given.period_start`,
      [serverId, accountId, periodStart, calls],
    );
  }
}

async function takeBack(session: PostgresSession, { moves, usage }: SettleBatch): Promise<void> {
  for (const { accountId, periodStart, counted } of moves)
    for (const table of ['meter', 'past_period'])
      await session.query(
        `update ${table} set used = used - $3 where account_id = $1 and period_start = $2`,
        [accountId, periodStart, counted],
      );
  for (const { accountId, day, operation, outcome, calls } of usage)
    await session.query(
      `update usage_day set calls = calls - $5
       where account_id = $1 and day = $2 and operation = $3 and outcome = $4`,
      [accountId, day, operation, outcome, calls],
    );
}
