import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { createPasswords, type Passwords, type Turn } from './passwords.js';
import {
  ADA,
  Browser,
  codeOf,
  enter,
  EVE,
  isIn,
  openUsers,
  userIn,
  PUBLIC_URL,
  QUICK_PASSWORDS,
  type OpenedUsers,
  type UsersSettings,
} from './users.test.fixture.js';

onBothDatabases('users', (open) => {
  let database: Database;

  const begin = async (settings: UsersSettings = {}): Promise<OpenedUsers> => {
    database = await open();
    return openUsers(database, settings);
  };

  describe('sign-up', () => {
    it('makes the user, the account and an API key, and logs in', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      const entered = await opened.users.whoIs(browser);
      expect(entered?.user).toMatchObject({ email: ADA.email, role: 'user' });
      const accountId = entered?.user.accountId ?? '';
      expect((await opened.accounts.byId(accountId))?.label).toBe(ADA.email);
      expect(await opened.apiKeys.show(accountId)).toMatch(/^fct_/);
    });

    it('stores neither the password nor a cookie that works', async () => {
      const opened = await begin({ passwords: createPasswords() });
      const browser = await enter(opened, ADA);
      const credentials = JSON.stringify(await database.db.selectFrom('users').selectAll().execute());
      expect(credentials).toMatch(/"password_hash":"[0-9a-f]{32}:[0-9a-f]{128}"/);
      expect(credentials).not.toContain(ADA.password);
      const [session] = await database.db.selectFrom('session').selectAll().execute();
      const stolen = new Browser();
      stolen.keep([`facet_session=${session?.token ?? ''}`]);
      expect(browser.cookie).toContain(session?.token);
      expect(await isIn(opened, stolen)).toBe(false);
    });

    it('of a taken address is rejected', async () => {
      const opened = await begin();
      await enter(opened, ADA);
      expect(await codeOf(opened.users.signUp(new Browser(), ADA))).toBe('email-taken');
    });

    it('of the same address at the same moment makes one account', async () => {
      const { users } = await begin();
      const codes = await Promise.all(
        Array.from({ length: 6 }, () => codeOf(users.signUp(new Browser(), ADA))),
      );
      expect(codes.filter((code) => code === 'none')).toHaveLength(1);
      expect(codes.filter((code) => code === 'email-taken')).toHaveLength(5);
      for (const table of ['users', 'account', 'api_key'] as const)
        expect(await database.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
    });

    it('leaves nothing behind when it is interrupted, and works the next time', async () => {
      const opened = await begin();
      const issue = opened.apiKeys.issue.bind(opened.apiKeys);
      opened.apiKeys.issue = () => Promise.reject(new Error('The power is gone.'));
      await expect(opened.users.signUp(new Browser(), ADA)).rejects.toThrow('The power is gone.');
      for (const table of ['users', 'account', 'api_key', 'session'] as const)
        expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      opened.apiKeys.issue = issue;
      expect(await isIn(opened, await enter(opened, ADA))).toBe(true);
    });

    it('can be closed, while the operator still makes accounts', async () => {
      const opened = await begin({ signUp: 'closed' });
      expect(await codeOf(opened.users.signUp(new Browser(), ADA))).toBe('sign-up-closed');
      expect((await opened.users.create(ADA, 'admin')).role).toBe('admin');
      expect(await isIn(opened, await enter(opened, ADA, 'logIn'))).toBe(true);
    });
  });

  describe('log-in', () => {
    it('is rejected alike for a wrong password and an unknown address', async () => {
      const opened = await begin();
      await enter(opened, ADA);
      for (const wrong of [{ ...ADA, password: EVE.password }, EVE, { ...ADA, email: 'ada@example' }])
        expect(await codeOf(opened.users.logIn(new Browser(), wrong))).toBe('wrong-credentials');
    });

    it('takes as much work for an unknown address as for a wrong password', async () => {
      const work: string[] = [];
      const counted: Passwords = {
        ...QUICK_PASSWORDS,
        hash: (password) => {
          work.push('hashed');
          return QUICK_PASSWORDS.hash(password);
        },
        verify: (data) => {
          work.push('verified');
          return QUICK_PASSWORDS.verify(data);
        },
      };
      const opened = await begin({ passwords: counted });
      await enter(opened, ADA);
      work.splice(0);
      await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: EVE.password }));
      await codeOf(opened.users.logIn(new Browser(), EVE));
      expect(work).toEqual(['verified', 'hashed']);
    });

    it('makes a new session each time, and ends the one that the browser had', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      const before = new Browser();
      before.keep([browser.cookie]);
      browser.keep((await opened.users.logIn(browser, ADA)).cookies);
      expect(browser.cookie).not.toBe(before.cookie);
      expect([await isIn(opened, browser), await isIn(opened, before)]).toEqual([true, false]);
      expect(await database.db.selectFrom('session').selectAll().execute()).toHaveLength(1);
    });

    it('takes no session that somebody else chose', async () => {
      const opened = await begin();
      await enter(opened, ADA);
      const browser = new Browser();
      browser.keep(['facet_session=chosen-by-somebody.else; Path=/']);
      const { cookies } = await opened.users.logIn(browser, ADA);
      expect(cookies.join()).not.toContain('chosen-by-somebody');
    });

    it('is throttled for an address and a network after five failures, for good passwords too', async () => {
      let now = Date.UTC(2026, 0, 1);
      const opened = await begin({ now: () => now });
      await enter(opened, ADA);
      const wrong = { ...ADA, password: EVE.password };
      for (let n = 0; n < 5; n++)
        expect(await codeOf(opened.users.logIn(new Browser(), wrong))).toBe('wrong-credentials');
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('too-many-attempts');
      now += 60_000;
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('none');
      expect(await codeOf(opened.users.logIn(new Browser(), wrong))).toBe('wrong-credentials');
    });

    it('is open to the owner elsewhere, however much one network guesses', async () => {
      const opened = await begin({ now: () => 0 });
      await enter(opened, ADA);
      const wrong = { ...ADA, password: EVE.password };
      for (let n = 0; n < 100; n++) await codeOf(opened.users.logIn(new Browser('198.51.100.1'), wrong));
      expect(await codeOf(opened.users.logIn(new Browser('192.0.2.2'), ADA))).toBe('none');
    });

    it('is throttled for an address after fifty failures from many networks, but not for known browsers', async () => {
      const opened = await begin({ now: () => 0 });
      const known = await enter(opened, ADA);
      await opened.users.logOut(known);
      const wrong = { ...ADA, password: EVE.password };
      for (let n = 0; n < 50; n++)
        expect(await codeOf(opened.users.logIn(new Browser(`198.51.100.${n}`), wrong))).toBe(
          'wrong-credentials',
        );
      expect(await codeOf(opened.users.logIn(new Browser('192.0.2.2'), ADA))).toBe('too-many-attempts');
      expect(await codeOf(opened.users.logIn(known, ADA))).toBe('none');
    });

    it('gives a known browser no more guesses than others, and knows it for its user alone', async () => {
      const opened = await begin({ now: () => 0 });
      const known = await enter(opened, ADA);
      await enter(opened, EVE);
      for (let n = 0; n < 5; n++)
        expect(await codeOf(opened.users.logIn(known, { ...ADA, password: EVE.password }))).toBe(
          'wrong-credentials',
        );
      expect(await codeOf(opened.users.logIn(known, ADA))).toBe('too-many-attempts');
      for (let n = 0; n < 5; n++) await codeOf(opened.users.logIn(known, { ...EVE, password: ADA.password }));
      // Counted for the network, as with any browser that is not known.
      expect(await codeOf(opened.users.logIn(new Browser(), EVE))).toBe('too-many-attempts');
    });

    it('is throttled for a network address after twenty failures, whoever they were for', async () => {
      const opened = await begin({ now: () => 0 });
      await enter(opened, ADA);
      for (let n = 0; n < 3; n++) expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('none');
      for (let n = 0; n < 20; n++)
        await codeOf(opened.users.logIn(new Browser(), { ...EVE, email: `eve-${n}@example.org` }));
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('too-many-attempts');
      expect(await codeOf(opened.users.logIn(new Browser('192.0.2.2'), ADA))).toBe('none');
    });

    /** Passwords that count how often one is checked. */
    const counting = (): { passwords: Passwords; checked: number } => {
      const counter = {
        checked: 0,
        passwords: {
          ...QUICK_PASSWORDS,
          verify: (data: { hash: string; password: string }) => {
            counter.checked++;
            return QUICK_PASSWORDS.verify(data);
          },
        },
      };
      return counter;
    };

    it('with the right password is throttled after sixty for a user, for a quarter of an hour', async () => {
      let now = Date.UTC(2026, 0, 1);
      const counter = counting();
      const opened = await begin({ now: () => now, passwords: counter.passwords });
      const known = await enter(opened, ADA);
      await enter(opened, EVE);
      const logIn = (from: string): Promise<string> => codeOf(opened.users.logIn(new Browser(from), ADA));
      for (let n = 0; n < 60; n++) expect(await logIn(`198.51.100.${n}`)).toBe('none');
      expect(await codeOf(opened.users.logIn(known, ADA))).toBe('too-many-attempts');
      counter.checked = 0;
      for (let n = 0; n < 30; n++) expect(await logIn('192.0.2.9')).toBe('too-many-attempts');
      // As many as wrong passwords would have cost.
      expect(counter.checked).toBe(5);
      expect(await codeOf(opened.users.logIn(new Browser(), EVE))).toBe('none');
      now += 15 * 60_000;
      expect(await codeOf(opened.users.logIn(known, ADA))).toBe('none');
    });

    it('with the right password is throttled after three hundred from a network', async () => {
      const counter = counting();
      const opened = await begin({ now: () => 0, passwords: counter.passwords });
      const users = Array.from({ length: 6 }, (_, n) => ({ ...ADA, email: `ada-${n}@example.org` }));
      for (const user of [...users, EVE]) await enter(opened, user);
      for (const user of users)
        for (let n = 0; n < 50; n++)
          expect(await codeOf(opened.users.logIn(new Browser('198.51.100.1'), user))).toBe('none');
      expect(counter.checked).toBe(300);
      expect(await codeOf(opened.users.logIn(new Browser('198.51.100.1'), EVE))).toBe('too-many-attempts');
      expect(counter.checked).toBe(300);
      expect(await codeOf(opened.users.logIn(new Browser('198.51.100.2'), EVE))).toBe('none');
    });

    it('and confirmations with the right password are throttled together', async () => {
      const counter = counting();
      const opened = await begin({ now: () => 0, passwords: counter.passwords });
      const user = await userIn(opened, await enter(opened, ADA));
      const confirm = (): Promise<string> => codeOf(opened.users.confirm(user, ADA.password));
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('none');
      for (let n = 0; n < 59; n++) expect(await confirm()).toBe('none');
      for (let n = 0; n < 30; n++) expect(await confirm()).toBe('too-many-attempts');
      expect(counter.checked).toBe(65);
    });

    it('leaves the newest fifty sessions of a user', async () => {
      const opened = await begin();
      const first = await enter(opened, ADA);
      const created_at = Date.now() - 60_000;
      await database.db.updateTable('session').set({ created_at }).execute();
      const other = await enter(opened, EVE);
      for (let n = 0; n < 49; n++) await enter(opened, ADA, 'logIn');
      expect(await isIn(opened, first)).toBe(true);
      const last = await enter(opened, ADA, 'logIn');
      expect([await isIn(opened, first), await isIn(opened, last), await isIn(opened, other)]).toEqual([
        false,
        true,
        true,
      ]);
      expect(await database.db.selectFrom('session').selectAll().execute()).toHaveLength(51);
    });

    it('takes turns with other networks, and with other users in known browsers', async () => {
      const turns: Turn[] = [];
      const passwords: Passwords = {
        ...QUICK_PASSWORDS,
        hash: (password, turn) => {
          turns.push(turn);
          return QUICK_PASSWORDS.hash(password);
        },
        verify: (data, turn) => {
          turns.push(turn);
          return QUICK_PASSWORDS.verify(data);
        },
      };
      const opened = await begin({ passwords });
      const browser = await enter(opened, ADA);
      const { userId } = await userIn(opened, browser);
      await opened.users.logIn(new Browser('192.0.2.2'), ADA);
      await codeOf(opened.users.logIn(new Browser('192.0.2.3'), EVE));
      await opened.users.confirm(await userIn(opened, browser), ADA.password);
      await opened.users.logIn(browser, ADA);
      expect(turns).toEqual([
        { lane: 'sign-up', caller: '192.0.2.1' },
        { lane: 'log-in', caller: '192.0.2.2' },
        { lane: 'log-in', caller: '192.0.2.3' },
        { lane: 'known', caller: userId },
        { lane: 'known', caller: userId },
      ]);
    });

    it('is not counted as a guess if it was rejected before its password was looked at', async () => {
      let isBusy = false;
      const reject = (): void => {
        if (isBusy) throw new ServiceError('overloaded');
      };
      const opened = await begin({
        passwords: {
          ...QUICK_PASSWORDS,
          verify: async (data) => {
            reject();
            return QUICK_PASSWORDS.verify(data);
          },
        },
      });
      await enter(opened, ADA);
      isBusy = true;
      for (let n = 0; n < 10; n++)
        expect(await codeOf(opened.users.logIn(new Browser('192.0.2.2'), ADA))).toBe('overloaded');
      isBusy = false;
      expect(await codeOf(opened.users.logIn(new Browser('192.0.2.2'), ADA))).toBe('none');
    });

    it('lets no more guesses pass when they come at once', async () => {
      const opened = await begin();
      await enter(opened, ADA);
      const guesses = Array.from({ length: 30 }, (_, n) =>
        codeOf(opened.users.logIn(new Browser(), { ...ADA, password: `guess number ${n}` })),
      );
      const codes = await Promise.all(guesses);
      expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(5);
      expect(codes.filter((code) => code === 'too-many-attempts')).toHaveLength(25);
    });
  });

  describe('the cookie', () => {
    it('is for http alone and lax', async () => {
      const { users } = await begin();
      const { cookies } = await users.signUp(new Browser(), ADA);
      expect(cookies).toHaveLength(3);
      expect(cookies[1]).toBe('facet_session_renewed=1; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax');
      expect(cookies[2]).toMatch(
        /^facet_device=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(cookies[0]).toMatch(/^facet_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    });

    it('is bound to the host and to https where the portal is', async () => {
      const { users } = await begin({ publicUrl: PUBLIC_URL });
      const { cookies } = await users.signUp(new Browser(), ADA);
      expect(cookies[0]).toMatch(
        /^__Host-facet_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    it.each([
      'facet_session=',
      'facet_session=abc',
      'facet_session=abc.def',
      'other=1',
      '%%%=;;=',
      'a'.repeat(5000),
    ])('is nobody’s: %s', async (cookie) => {
      const { users } = await begin();
      expect(await users.whoIs({ cookie, address: '192.0.2.1' })).toBeNull();
    });

    it('lasts a week, from the last day on which it was used', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      const expireIn = async (hours: number): Promise<void> => {
        const expires_at = Date.now() + hours * 3_600_000;
        await database.db.updateTable('session').set({ expires_at }).execute();
      };
      expect((await opened.users.whoIs(browser))?.cookies).toEqual([]);
      await expireIn(5 * 24);
      expect((await opened.users.whoIs(browser))?.cookies.join()).toMatch(/^facet_session=.*Max-Age=604800/);
      const [session] = await database.db.selectFrom('session').select('expires_at').execute();
      expect(new Date(session?.expires_at ?? 0).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      await expireIn(-1);
      expect(await isIn(opened, browser)).toBe(false);
    });
  });

  describe('log-out', () => {
    it('removes the session, not only the cookie', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      const { cookie } = browser;
      browser.keep(await opened.users.logOut(browser));
      expect(browser.cookie).not.toContain('facet_session');
      expect(await opened.users.whoIs({ cookie, address: '' })).toBeNull();
      expect(await database.db.selectFrom('session').selectAll().execute()).toEqual([]);
    });

    it('without a session succeeds', async () => {
      const { users } = await begin();
      expect(await codeOf(users.logOut(new Browser()))).toBe('none');
    });
  });
});
