import { createDatabase, dropDatabase } from '@facet/test-support';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { asUnavailable } from '../database-outage.js';
import type { PostgresDatabase } from '../database.js';
import { settingsOf, type ConnectionUse } from './connections.js';
import { openPostgres } from './open-postgres.js';

/** What a server may have, besides one for building indexes. */
const POOLED = 11;
const AT_A_TIME = 8;

let url: string;
let database: PostgresDatabase;
beforeEach(async () => {
  url = await createDatabase(inject('postgres').folder);
  database = openPostgres(url, 60_000);
});
afterEach(async () => {
  await database.close();
  await dropDatabase(inject('postgres').folder, url);
});

const metering = (waitMs = 60_000): ConnectionUse => ({
  purpose: 'metering',
  waitMs,
  settings: settingsOf({
    name: 'facet meter',
    statementTimeoutMs: 1234,
    idleInTransactionMs: 5678,
    planning: 'by-key',
  }),
});

const several = (use: ConnectionUse, count: number): Promise<PoolClient[]> =>
  Promise.all(Array.from({ length: count }, () => database.connections.connect(use)));

const releaseAll = (clients: readonly PoolClient[]): void => {
  for (const client of clients) client.release();
};

const NAMES = [
  'application_name',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'jit',
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
  const ordinary = ['facet', '1min', '15s', 'off', 'on', 'on', 'auto'];
  const ofMeter = ['facet meter', '1234ms', '5678ms', 'off', 'off', 'off', 'force_generic_plan'];
  const pids = new Set<number>();
  for (const [use, settings] of [
    [connections.other, ordinary],
    [metering(), ofMeter],
    [metering(), ofMeter],
    [connections.searching, ordinary],
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
