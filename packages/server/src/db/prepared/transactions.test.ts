import { afterEach, expect, it } from 'vitest';
import { onBothDatabases } from '../databases.test.fixture.js';
import type { Database } from '../database.js';
import { openTransactions } from './open-transactions.js';
import { statement, type ParametersOf, type Statement, type Transactions } from './transactions.js';

interface Rejection {
  readonly id: string;
  readonly code: string;
}

interface Scene {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly add: Statement<Rejection, unknown>;
  readonly find: Statement<{ id: string }, { code: string }>;
}

onBothDatabases('transactions of prepared statements', (open) => {
  const opened: Transactions[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((transactions) => transactions.close()));
  });

  const openOn = (database: Database, deadlineMs: number): Transactions => {
    const transactions = openTransactions(database, {
      name: 'facet test',
      deadlineMs,
      onProblem: () => undefined,
    });
    opened.push(transactions);
    return transactions;
  };

  /** With an account, whose rejections are written and read. */
  const scene = async (): Promise<Scene> => {
    const database = await open();
    const { db } = database;
    await db
      .insertInto('account')
      .values({ id: 'a', user_id: null, label: 'a', role: 'user', created_at: 1, suspended_at: null })
      .execute();
    const add = statement('test_add', (of: ParametersOf<Rejection>) =>
      db
        .insertInto('rejection')
        .values({ id: of('id'), account_id: 'a', at: 1, operation: 'match_faces', code: of('code') }),
    );
    const find = statement('test_find', (of: ParametersOf<{ id: string }>) =>
      db.selectFrom('rejection').select(['code']).where('id', '=', of('id')),
    );
    return { database, transactions: openOn(database, 60_000), add, find };
  };

  const idsIn = async ({ db }: Database): Promise<string[]> =>
    (await db.selectFrom('rejection').select('id').orderBy('id').execute()).map(({ id }) => id);

  it('give the rows of each statement, and keep every character of a value', async () => {
    const { transactions, add, find } = await scene();
    const code = `it's "4291"; \\ $1 ? -- ü 🙂 %s`;
    const rows = await transactions.writeAll([
      find({ id: 'one' }),
      add({ id: 'one', code }),
      find({ id: 'one' }),
    ]);
    expect(rows).toEqual([[], [], [{ code }]]);
    expect(await transactions.writeAll([find({ id: 'one' })])).toEqual([[{ code }]]);
  });

  it('read, decide and write', async () => {
    const { database, transactions, add, find } = await scene();
    await transactions.writeAll([add({ id: 'one', code: '4291' })]);
    const result = await transactions.readThenWrite(
      [find({ id: 'one' }), find({ id: 'two' })],
      ([one, two]) => ({ writes: [add({ id: 'two', code: one[0]?.code ?? '' })], result: { one, two } }),
    );
    expect(result).toEqual({ one: [{ code: '4291' }], two: [] });
    expect(await transactions.writeAll([find({ id: 'two' })])).toEqual([[{ code: '4291' }]]);
    expect(await idsIn(database)).toEqual(['one', 'two']);
  });

  it('do all or nothing, and go on after a failure', async () => {
    const { database, transactions, add, find } = await scene();
    await transactions.writeAll([add({ id: 'one', code: '4291' })]);
    const twice = [add({ id: 'two', code: '4291' }), add({ id: 'one', code: '4291' })];
    // With little time, because it is tried again as long as there is some.
    const shortTimeout = openOn(database, 500);
    await expect(shortTimeout.writeAll([...twice, add({ id: 'three', code: '4291' })])).rejects.toThrow();
    await expect(
      transactions.readThenWrite([find({ id: 'one' })], () => ({ writes: twice, result: undefined })),
    ).rejects.toThrow();
    await expect(
      transactions.readThenWrite([find({ id: 'one' })], () => {
        throw new Error('undecided');
      }),
    ).rejects.toThrow();
    expect(await idsIn(database)).toEqual(['one']);
    await transactions.writeAll([add({ id: 'two', code: '4291' })]);
    expect(await idsIn(database)).toEqual(['one', 'two']);
  });

  it('of which many are under way at once are all done', async () => {
    const { database, transactions, add, find } = await scene();
    const ids = Array.from({ length: 100 }, (_, n) => `rejection ${String(n).padStart(2, '0')}`);
    const codes = await Promise.all(
      ids.map((id) =>
        transactions.readThenWrite([find({ id })], ([found]) => ({
          writes: [add({ id, code: '4291' })],
          result: found.length,
        })),
      ),
    );
    expect(codes).toEqual(ids.map(() => 0));
    expect(await idsIn(database)).toEqual(ids);
  });
});
