import type { PostgresSession } from './postgres-session.js';
import { holdKey, type SettleBatch } from './settle-batch.js';

interface Surplus {
  readonly accountId: string;
  readonly periodStart: number;
  readonly calls: number;
}

type Taken = Pick<SettleBatch, 'moves' | 'usage'>;

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
    if (wasDone) await takeBack(session, await takenOf(session, serverId, unsure));
    await session.query('update server set batch = $2 where id = $1', [serverId, batchNumber]);
    await session.query('commit', []);
  } catch (error) {
    if (session.isOpen) await session.query('rollback', []);
    throw error;
  }
}

/** At once: after a spell of overload there may be thousands, and every call waits meanwhile. */
async function giveBack(
  session: PostgresSession,
  serverId: string,
  surplus: readonly Surplus[],
): Promise<void> {
  // Only what is still held: another server may have given it back meanwhile.
  await session.query(
    `with given as (
       update hold h set calls = h.calls - s.calls
       from unnest($2::text[], $3::bigint[], $4::bigint[]) as s (account_id, period_start, calls)
       where h.server_id = $1 and h.account_id = s.account_id and h.period_start = s.period_start
         and h.calls >= s.calls
       returning h.account_id, h.period_start, s.calls
     )
     update meter m set held = m.held - given.calls from given
     where m.account_id = given.account_id and m.period_start = given.period_start`,
    [
      serverId,
      surplus.map(({ accountId }) => accountId),
      surplus.map(({ periodStart }) => periodStart),
      surplus.map(({ calls }) => calls),
    ],
  );
}

/**
 * What the batch has really counted. A move whose calls had been given back before was not done, and giving back leaves
 * no hold behind, where a move that was done leaves one, if only of no calls.
 */
async function takenOf(session: PostgresSession, serverId: string, batch: SettleBatch): Promise<Taken> {
  const holds = await session.query<{ account_id: string; period_start: number }>(
    `select h.account_id, h.period_start
     from hold h join unnest($2::text[], $3::bigint[]) as v (account_id, period_start)
       on h.account_id = v.account_id and h.period_start = v.period_start
     where h.server_id = $1`,
    [
      serverId,
      batch.moves.map(({ accountId }) => accountId),
      batch.moves.map(({ periodStart }) => periodStart),
    ],
  );
  const there = new Set(holds.map((row) => holdKey(row.account_id, row.period_start)));
  const moves = batch.moves.filter(({ accountId, periodStart }) =>
    there.has(holdKey(accountId, periodStart)),
  );
  const numbers = new Set(moves.map(({ number }) => number));
  return { moves, usage: batch.usage.filter(({ move }) => numbers.has(move)) };
}

async function takeBack(session: PostgresSession, { moves, usage }: Taken): Promise<void> {
  for (const table of ['meter', 'past_period'])
    await session.query(
      `update ${table} t set used = t.used - v.counted
       from unnest($1::text[], $2::bigint[], $3::int[]) as v (account_id, period_start, counted)
       where t.account_id = v.account_id and t.period_start = v.period_start`,
      [
        moves.map(({ accountId }) => accountId),
        moves.map(({ periodStart }) => periodStart),
        moves.map(({ counted }) => counted),
      ],
    );
  await session.query(
    `update usage_day d set calls = d.calls - u.calls
     from (
       select account_id, day, operation, outcome, sum(calls) as calls
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
         as given (account_id, day, operation, outcome, calls)
       group by 1, 2, 3, 4
     ) as u
     where d.account_id = u.account_id and d.day = u.day and d.operation = u.operation and d.outcome = u.outcome`,
    [
      usage.map(({ accountId }) => accountId),
      usage.map(({ day }) => day),
      usage.map(({ operation }) => operation),
      usage.map(({ outcome }) => outcome),
      usage.map(({ calls }) => calls),
    ],
  );
}
