import { createDatabase, dropDatabase } from '@facet/test-support';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { asUnavailable } from '../database-outage.js';
import type { PostgresDatabase } from '../database.js';
import { settingsOf, type ConnectionUse } from './connections.js';
import { interrupt } from './interrupted-postgres.test.fixture.js';
import { openPostgres } from './open-postgres.js';

/** What a server may have, besides one for building indexes. */
const POOLED = 11;
const AT_A_TIME = 8;

let url: string;
let database: PostgresDatabase;
beforeEach(async () => {
  const { folder, template } = inject('postgres');
  url = await createDatabase(folder, template);
  database = openPostgres(url, 60_000);
});
afterEach(async () => {
  await database.close();
  await dropDatabase(inject('postgres').folder, url);
});

const metering = (waitMs = 60_000): ConnectionUse => ({
  purpose: 'metering',
  waitMs,
  readTimeoutMs: 60_000,
  settings: settingsOf({
    name: 'facet meter',
    statementTimeoutMs: 1234,
    idleInTransactionMs: 5678,
    planning: 'by-key',
  }),
});

const several = (use: ConnectionUse, count: number, { connections } = database): Promise<PoolClient[]> =>
  Promise.all(Array.from({ length: count }, () => connections.connect(use)));

const releaseAll = (clients: readonly PoolClient[]): void => {
  for (const client of clients) client.release();
};

const NAMES = [
  'application_name',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'jit',
  'max_parallel_workers_per_gather',
  'enable_seqscan',
  'enable_bitmapscan',
  'plan_cache_mode',
];

const settingsIn = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ value: string }>(
    'select current_setting(name) as value from unnest($1::text[]) with ordinality as given (name, at) order by at',
    [NAMES],
  );
  return rows.map(({ value }) => value);
};

it('leaves the meter some connections, whatever else is under way, and the other way round', async () => {
  const { connections } = database;
  const others = await several(connections.other, AT_A_TIME);
  const meters = await several(metering(), POOLED - AT_A_TIME);
  await expect(connections.connect({ ...connections.other, waitMs: 10 })).rejects.toThrow(
    'No connection to the database was free',
  );
  releaseAll(others);
  const more = await several(metering(), AT_A_TIME - meters.length);
  const some = await several(connections.other, POOLED - AT_A_TIME);
  await expect(connections.connect(metering(10))).rejects.toThrow('No connection to the database was free');
  releaseAll([...meters, ...more, ...some]);
});

it('never has more of them than it may', async () => {
  const { connections } = database;
  let most = 0;
  const uses = [connections.other, connections.searching, metering()];
  await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      connections.run(uses[n % uses.length] ?? connections.other, async (client) => {
        const { rows } = await client.query(
          'select pid from pg_stat_activity where datname = current_database()',
        );
        most = Math.max(most, rows.length);
      }),
    ),
  );
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(POOLED);
});

it('sets a connection for what it is used for, whatever it was used for before', async () => {
  const { connections } = database;
  const ordinary = ['facet', '1min', '15s', 'off', '0', 'on', 'on', 'auto'];
  const searching = ordinary.with(1, '20s');
  const ofMeter = ['facet meter', '1234ms', '5678ms', 'off', '0', 'off', 'off', 'force_generic_plan'];
  const pids = new Set<number>();
  for (const [use, settings] of [
    [connections.other, ordinary],
    [metering(), ofMeter],
    [metering(), ofMeter],
    [connections.searching, searching],
  ] as const) {
    expect(await connections.run(use, settingsIn)).toEqual(settings);
    const { rows } = await connections.run(use, (client) =>
      client.query<{ pid: number }>('select pg_backend_pid() as pid'),
    );
    for (const { pid } of rows) pids.add(pid);
  }
  expect(pids.size).toBe(1);
});

it('closes the connection of work that fails, and frees its place', async () => {
  const { connections } = database;
  for (let n = 0; n < 2 * POOLED; n++)
    await expect(
      connections.run(connections.searching, async (client) => {
        await client.query('begin');
        await client.query('select 1 / 0');
      }),
    ).rejects.toThrow('division by zero');
  expect(await connections.run(connections.searching, settingsIn)).toHaveLength(NAMES.length);
});

it('tells whoever waits too long that the database does not respond', async () => {
  const { connections } = database;
  const clients = await several(connections.searching, 4);
  const late = connections.connect({ ...connections.searching, waitMs: 10 }).catch(asUnavailable);
  expect(await late).toMatchObject({ code: 'overloaded' });
  // Others are not hindered.
  expect(await database.isAlive()).toBe(true);
  releaseAll(clients);
});

/** Has all connections of the pool opened, and idle. */
async function openAll(opened: PostgresDatabase): Promise<void> {
  releaseAll([
    ...(await several(opened.connections.other, AT_A_TIME, opened)),
    ...(await several(metering(), POOLED - AT_A_TIME, opened)),
  ]);
}

it('replaces all connections once one of them got no response', async () => {
  const line = await interrupt(url);
  const there = openPostgres(line.url, 100);
  try {
    const { connections, db } = there;
    await openAll(there);
    line.swallowResponses('all');
    await expect(sql`select 1`.execute(db)).rejects.toThrow();
    line.heal();
    for (let n = 0; n < POOLED; n++)
      await Promise.all([
        sql`select 1`.execute(db),
        connections.run(metering(), (client) => client.query('select 1')),
      ]);
  } finally {
    await there.close();
    await line.stop();
  }
});

it('is not alive while nothing can be written, and needs no restart afterwards', async () => {
  const { connections, db } = database;
  const name = sql.id(new URL(url).pathname.slice(1));
  const write = (): Promise<unknown> => sql`update account set label = label`.execute(db);
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db);
  // Connections know the setting from their beginning.
  await expect(
    connections.run(connections.other, () => Promise.reject(new Error('close'))),
  ).rejects.toThrow();
  await openAll(database);
  expect(await database.isAlive()).toBe(false);
  expect(await write().catch(asUnavailable)).toMatchObject({ code: 'overloaded' });
  const admin = connections.separate({});
  await admin.connect();
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database "${new URL(url).pathname.slice(1)}" reset default_transaction_read_only`);
  await admin.end();
  // One of the connections finds out for all.
  await write().catch(() => undefined);
  for (let n = 0; n < POOLED; n++) await write();
  expect(await database.isAlive()).toBe(true);
});

it.each(['25006', '53100', '53300', '57P03', '57014'])(
  'takes the code %s for an unavailable database',
  (code) => {
    expect(asUnavailable(Object.assign(new Error('of PostgreSQL'), { code }))).toMatchObject({
      code: 'overloaded',
      reason: 'database-unavailable',
    });
  },
);
