import { expect, it } from 'vitest';
import { AccountRegister } from '../../accounts/account-register.js';
import type { AccountRecord } from '../../accounts/account-store.js';
import { addUser, clockAt, KEYS } from '../../accounts/account-store.test.fixture.js';
import { catalogueOf, DEFAULT_PLANS } from '../../accounts/plans/plans.js';
import { Subscriptions } from '../../accounts/plans/subscriptions.js';
import { Usage } from '../../accounts/usage/usage.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { usageByPeriod } from './usage-rows.js';

onBothDatabases('the bill by period', (open) => {
  it('has each call once, also when the account was deleted and its address signed up again', async () => {
    const database = await open();
    const { db } = database;
    const clock = clockAt('2027-01-10');
    const register = new AccountRegister(db, KEYS, clock.read);
    const subscriptions = new Subscriptions(db, catalogueOf(DEFAULT_PLANS), clock.read);
    const signUp = async (): Promise<AccountRecord> => {
      const email = 'ada@example.org';
      const account = await register.create({ userId: await addUser(database, email), email });
      await subscriptions.subscribe(account.id, 'free');
      return account;
    };
    /** As the meter counts them. */
    const call = async ({ id }: AccountRecord, calls: number): Promise<number> => {
      const { period } = (await subscriptions.find(id)) ?? {};
      if (period === undefined) throw new Error('The account has no plan.');
      await db
        .insertInto('period_usage')
        .values({ account_id: id, period_start: period.start, period_end: period.end, used: calls })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'period_start'])
            .doUpdateSet((row) => ({ used: row('period_usage.used', '+', calls) })),
        )
        .execute();
      return new Usage(db).usedInPeriod(id, period.start);
    };

    const first = await signUp();
    await call(first, 4);
    await register.remove(first);
    const second = await signUp();
    expect(await call(second, 1)).toBe(5);
    await register.remove(second);
    const idle = await signUp();
    await register.remove(idle);
    const last = await signUp();
    expect(await call(last, 2)).toBe(7);

    clock.now = Date.parse('2027-02-11');
    const billed: unknown[] = [];
    const question = { accountId: undefined, from: '2027-02-01', to: '2027-02-28' };
    for await (const row of usageByPeriod(db, question, clock.now))
      billed.push([row['account'], row['calls']]);
    const expected = [
      [first.id, 4],
      [second.id, 1],
      [last.id, 2],
    ];
    expect(billed).toHaveLength(expected.length);
    expect(billed).toEqual(expect.arrayContaining(expected));
  });
});
