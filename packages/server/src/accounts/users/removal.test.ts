import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { startMailServer, type MailServer } from './mail-server.test.fixture.js';
import { markVerified } from './user-store.js';
import {
  ADA,
  Browser,
  codeOf,
  enter,
  EVE,
  openUsers,
  userIn,
  PUBLIC_URL,
  type OpenedUsers,
} from './users.test.fixture.js';

/** Every row of every table that there is, whoever made it, as text. */
async function wholeContent({ db, dialect }: Database): Promise<ReadonlyMap<string, string>> {
  const names =
    dialect === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const content = new Map<string, string>();
  for (const { name } of (await names.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    content.set(name, JSON.stringify(rows));
  }
  return content;
}

/** Puts a row of the account into each table that usage would fill. */
async function use({ db }: Database, accountId: string): Promise<void> {
  const account = { account_id: accountId };
  await db
    .insertInto('subscription')
    .values({ ...account, plan: 'free', started_at: 1, ends_at: null })
    .execute();
  await db
    .insertInto('period_usage')
    .values({ ...account, period_start: 1, period_end: 2, used: 3 })
    .execute();
  await db
    .insertInto('reservation')
    .values({ ...account, id: `reservation-${accountId}`, period_start: 1, period_end: 2, expires_at: 3 })
    .execute();
  await db
    .insertInto('usage_day')
    .values({ ...account, day: '2026-01-01', operation: 'match_faces', outcome: '1000', calls: 3 })
    .execute();
  await db
    .insertInto('rejection')
    .values({ ...account, id: `rejection-${accountId}`, at: 1, operation: 'match_faces', code: '4291' })
    .execute();
  await db
    .insertInto('request_log')
    .values({
      ...account,
      ...{ id: 'a', at: 1, operation: 'match_faces', status: 200, code: '1000', ms: 90, request_id: 'r-1' },
    })
    .execute();
}

onBothDatabases('the removal of an account', (open) => {
  let mail: MailServer;
  let database: Database;
  let opened: OpenedUsers;

  const begin = async (): Promise<void> => {
    mail = await startMailServer();
    database = await open();
    // The clock stands still: some attempts are counted by the quarter of an hour.
    opened = openUsers(database, { mailUrl: mail.url, publicUrl: PUBLIC_URL, now: () => 0 });
  };

  afterEach(() => mail.close());

  describe('asks', () => {
    it('for the password', async () => {
      await begin();
      const browser = await enter(opened, ADA);
      const user = await userIn(opened, browser);
      expect(await codeOf(opened.users.remove(browser, user, EVE.password))).toBe('wrong-credentials');
      expect(await userIn(opened, browser)).toEqual(user);
    });
  });

  describe('leaves', () => {
    it('nothing but usage without a name, and everything of others', async () => {
      await begin();
      const browser = await enter(opened, ADA);
      const ada = await userIn(opened, browser);
      const eve = await userIn(opened, await enter(opened, EVE));
      for (const { accountId } of [ada, eve]) await use(database, accountId);
      await enter(opened, ADA, 'logIn');
      await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: EVE.password }));
      await opened.users.links.requestReset(new Browser(), ADA.email);
      await mail.next();
      await opened.users.links.close();

      const { sealed, lookup_hash } = await database.db
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', ada.accountId)
        .executeTakeFirstOrThrow();
      const traces = [ada.userId, ADA.email, sealed, lookup_hash];
      const before = await wholeContent(database);
      const tablesOf = (content: ReadonlyMap<string, string>, signs: readonly string[]): string[] =>
        [...content]
          .filter(([, rows]) => signs.some((sign) => rows.includes(sign)))
          .map(([name]) => name)
          .sort();
      const everywhere = [
        'account',
        'api_key',
        'period_usage',
        'rejection',
        'request_log',
        'reservation',
        'session',
        'subscription',
        'usage_day',
        'users',
      ];
      expect(tablesOf(before, [...traces, ada.accountId])).toEqual([...everywhere, 'mailed_link'].sort());
      expect(tablesOf(before, [eve.accountId, eve.userId])).toEqual(everywhere);
      expect(JSON.parse(before.get('login_attempt') ?? '')).toHaveLength(9);

      browser.keep(await opened.users.remove(browser, ada, ADA.password));

      const after = await wholeContent(database);
      expect(tablesOf(after, traces)).toEqual([]);
      expect(tablesOf(after, [ada.accountId])).toEqual([
        'account',
        'period_usage',
        'reservation',
        'usage_day',
      ]);
      expect(tablesOf(after, [eve.accountId, eve.userId])).toEqual(everywhere);
      // For a network: sign-ups, log-ins, correct passwords, resets. For the address, as hashes for a quarter of an hour:
      // two counts of mails to it.
      expect(JSON.parse(after.get('login_attempt') ?? '')).toHaveLength(6);
      expect(browser.cookie).toBe('');
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('wrong-credentials');
    });

    it('the address free for a new sign-up', async () => {
      await begin();
      const browser = await enter(opened, ADA);
      const user = await userIn(opened, browser);
      await opened.users.remove(browser, user, ADA.password);
      const again = await userIn(opened, await enter(opened, ADA));
      expect(again.accountId).not.toBe(user.accountId);
    });
  });

  describe('gives', () => {
    it('no further mails to the address', async () => {
      await begin();
      const ask = async (browser: Browser): Promise<string[]> => [
        await codeOf(opened.users.links.requestVerification(browser, await userIn(opened, browser))),
        await codeOf(opened.users.links.requestReset(new Browser(), ADA.email)),
      ];
      const browser = await enter(opened, ADA);
      for (let n = 0; n < 3; n++) expect(await ask(browser)).toEqual(['none', 'none']);
      await opened.users.remove(browser, await userIn(opened, browser), ADA.password);
      expect(await ask(await enter(opened, ADA))).toEqual(['too-many-attempts', 'too-many-attempts']);
      await opened.users.links.close();
      expect(mail.received).toHaveLength(6);
    });

    it('no way out of a suspension', async () => {
      await begin();
      const browser = await enter(opened, ADA);
      const user = await userIn(opened, browser);
      await markVerified(database.db, user.userId);
      await opened.accounts.suspend(user.accountId);
      await opened.users.remove(browser, user, ADA.password);
      expect((await userIn(opened, await enter(opened, ADA))).suspended).toBe(true);
      expect((await userIn(opened, await enter(opened, EVE))).suspended).toBe(false);
    });
  });

  describe('does not', () => {
    it('suspend the owner for another user’s account', async () => {
      await begin();
      const stranger = await enter(opened, ADA);
      const user = await userIn(opened, stranger);
      await opened.accounts.suspend(user.accountId);
      await opened.users.remove(stranger, user, ADA.password);
      expect((await userIn(opened, await enter(opened, ADA))).suspended).toBe(false);
    });
  });
});
