import { expect, it, vi } from 'vitest';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { addAccount, PLANS } from './meter/metered.test.fixture.js';
import { openAccounts } from './open-accounts.js';
import { KEYS } from './users/users.test.fixture.js';

onBothDatabases('closing the accounts', (open, harness) => {
  it('writes what the meter holds, however long mails take', async () => {
    const database = await open();
    const { db } = await harness.openAgain(database);
    const accountId = await addAccount(database, 'caller');
    const accounts = await openAccounts({
      database,
      keys: KEYS,
      plans: PLANS,
      deadlineMs: 60_000,
      requestDeadlineMs: 60_000,
      signUp: 'open',
      requestLogDays: 0,
      usageDays: 1100,
      auditDays: 400,
      passwordPercent: 100,
      onFault: () => undefined,
    });
    let mailsAreSent = (): void => undefined;
    vi.spyOn(accounts.users.links, 'close').mockReturnValue(
      new Promise((resolve) => (mailsAreSent = resolve)),
    );
    const closing = vi.spyOn(accounts.meter, 'close');
    accounts.meter.noteRejection(accountId, 'match_faces', '4292');
    const closed = accounts.close();
    const isMeterClosed = (): unknown => closing.mock.settledResults[0]?.type;
    await expect.poll(isMeterClosed, { timeout: 20_000 }).toBe('fulfilled');
    expect(await db.selectFrom('rejection').select('code').execute()).toEqual([{ code: '4292' }]);
    mailsAreSent();
    await closed;
  });
});
