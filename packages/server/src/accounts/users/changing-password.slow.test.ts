import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { startMailServer, type MailServer } from './mail-server.test.fixture.js';
import {
  ADA,
  Browser,
  codeOf,
  enter,
  EVE,
  isIn,
  NEW_PASSWORD,
  openUsers,
  userIn,
  PUBLIC_URL,
  QUICK_PASSWORDS,
  type OpenedUsers,
  type UsersSettings,
} from './users.test.fixture.js';
import type { User } from './log-in-parts.js';

const tokenIn = (text: string): string => {
  const [, token] = /^https:\/\/faces\.example\/#\/(?:reset|verify)\?token=(\S+)$/m.exec(text) ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return decodeURIComponent(token);
};

onBothDatabases('passwords of users', (open) => {
  let database: Database;
  let mail: MailServer | undefined;

  const begin = async (settings: UsersSettings = {}): Promise<OpenedUsers> => {
    database = await open();
    return openUsers(database, settings);
  };

  const beginWithMail = async (settings: UsersSettings = {}): Promise<OpenedUsers & { mail: MailServer }> => {
    mail = await startMailServer();
    return { mail, ...(await begin({ mailUrl: mail.url, publicUrl: PUBLIC_URL, ...settings })) };
  };

  afterEach(async () => {
    await mail?.close();
    mail = undefined;
  });

  describe('a change of password', () => {
    const change = async (opened: OpenedUsers, browser: Browser, current: string): Promise<string> => {
      const user = await userIn(opened, browser);
      return codeOf(
        opened.users.changePassword(browser, user, current, NEW_PASSWORD).then((cookies) => {
          browser.keep(cookies);
        }),
      );
    };

    it('ends all other sessions', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      const other = await enter(opened, ADA, 'logIn');
      expect(await change(opened, browser, ADA.password)).toBe('none');
      expect([await isIn(opened, browser), await isIn(opened, other)]).toEqual([true, false]);
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('wrong-credentials');
      expect(await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: NEW_PASSWORD }))).toBe(
        'none',
      );
    });

    it('asks for the current one, five times and no more', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      for (let n = 0; n < 5; n++)
        expect(await change(opened, browser, EVE.password)).toBe('wrong-credentials');
      expect(await change(opened, browser, ADA.password)).toBe('too-many-attempts');
      expect(await isIn(opened, browser)).toBe(true);
    });

    it('ends a log-in with the old one that is under way', async () => {
      let meanwhile = (): Promise<void> => Promise.resolve();
      const opened = await begin({
        passwords: {
          ...QUICK_PASSWORDS,
          verify: async (data: { hash: string; password: string }) => {
            await meanwhile();
            return QUICK_PASSWORDS.verify(data);
          },
        },
      });
      const user = await userIn(opened, await enter(opened, ADA));
      meanwhile = () => opened.users.setPassword(user, NEW_PASSWORD);
      expect(await codeOf(opened.users.logIn(new Browser(), ADA))).toBe('wrong-credentials');
      expect(await database.db.selectFrom('session').selectAll().execute()).toEqual([]);
    });

    it('by the operator ends all sessions', async () => {
      const opened = await begin();
      const browser = await enter(opened, ADA);
      await opened.users.setPassword(await userIn(opened, browser), NEW_PASSWORD);
      expect(await isIn(opened, browser)).toBe(false);
      expect(await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: NEW_PASSWORD }))).toBe(
        'none',
      );
    });
  });

  describe('a reset of the password', () => {
    it('goes by a mail with a link that works once', async () => {
      const opened = await beginWithMail();
      const browser = await enter(opened, ADA);
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const { to, from, text, source } = await opened.mail.next();
      expect([to, from]).toEqual([[ADA.email], 'no-reply@faces.example']);
      expect(source).toContain('Subject: Set a new password for Facet');
      const token = tokenIn(text);
      const stored = JSON.stringify(await database.db.selectFrom('mailed_link').selectAll().execute());
      expect(stored).toContain('hash');
      expect(stored).not.toContain(token);
      expect(await codeOf(opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD))).toBe('none');
      expect(await isIn(opened, browser)).toBe(false);
      expect(await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: NEW_PASSWORD }))).toBe(
        'none',
      );
      expect(await codeOf(opened.users.links.confirmReset(new Browser(), token, ADA.password))).toBe(
        'bad-token',
      );
    });

    it('lets the owner in, however many guesses keep other browsers out', async () => {
      const opened = await beginWithMail();
      await enter(opened, ADA);
      // From ten networks.
      const guess = async (): Promise<void> => {
        for (let n = 0; n < 50; n++)
          await codeOf(
            opened.users.logIn(new Browser(`198.51.100.${n % 10}`), { ...ADA, password: EVE.password }),
          );
      };
      await guess();
      const browser = new Browser('192.0.2.77');
      expect(await codeOf(opened.users.logIn(browser, ADA))).toBe('too-many-attempts');
      await opened.users.links.requestReset(browser, ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      browser.keep(await opened.users.links.confirmReset(browser, token, NEW_PASSWORD));
      for (let n = 0; n < 10; n++)
        for (let each = 0; each < 5; each++)
          await codeOf(opened.users.logIn(new Browser(`203.0.113.${n}`), { ...ADA, password: EVE.password }));
      const wanted = { ...ADA, password: NEW_PASSWORD };
      expect(await codeOf(opened.users.logIn(new Browser('192.0.2.78'), wanted))).toBe('too-many-attempts');
      expect(await codeOf(opened.users.logIn(browser, wanted))).toBe('none');
    });

    it('leaves the owner nobody whom a stranger enrolled, but the own people later', async () => {
      const opened = await beginWithMail();
      const { accountId } = await userIn(opened, await enter(opened, ADA));
      const plant = (id: string): Promise<unknown> =>
        database.db.insertInto('collection').values({ account_id: accountId, id, created_at: 0 }).execute();
      const kept = async (): Promise<(string | null)[]> =>
        (
          await database.db
            .selectFrom('collection')
            .select('id')
            .where('account_id', '=', accountId)
            .execute()
        ).map(({ id }) => id);
      const reset = async (password: string): Promise<void> => {
        await opened.users.links.requestReset(new Browser(), ADA.email);
        const token = tokenIn((await opened.mail.next()).text);
        await opened.users.links.confirmReset(new Browser(), token, password, { replaceApiKeys: true });
      };
      await plant('of-the-stranger');
      await reset(NEW_PASSWORD);
      expect(await kept()).toEqual([]);
      await plant('of-the-owner');
      await reset(ADA.password);
      expect(await kept()).toEqual(['of-the-owner']);
    });

    it('gives the owner a new account if that of a stranger with the address was suspended', async () => {
      const opened = await beginWithMail();
      const stranger = await userIn(opened, await enter(opened, ADA));
      const reset = async (password: string): Promise<User> => {
        await opened.users.links.requestReset(new Browser(), ADA.email);
        const token = tokenIn((await opened.mail.next()).text);
        await opened.users.links.confirmReset(new Browser(), token, password);
        return userIn(opened, await enter(opened, { ...ADA, password }, 'logIn'));
      };
      await opened.accounts.suspend(stranger.accountId);
      const key = await opened.apiKeys.show(stranger.accountId);
      const owner = await reset(NEW_PASSWORD);
      expect(owner).toMatchObject({ userId: stranger.userId, suspended: false });
      expect(owner.accountId).not.toBe(stranger.accountId);
      expect(await opened.apiKeys.show(owner.accountId)).not.toBe(key);
      expect(await opened.apiKeys.list(stranger.accountId)).toEqual([]);
      // From now on the address is verified, and a suspension is the owner's.
      await opened.accounts.suspend(owner.accountId);
      expect(await reset(ADA.password)).toMatchObject({ accountId: owner.accountId, suspended: true });
    });

    it('is mailed to its owner though a stranger has many mails sent by a slow mail server', async () => {
      mail = await startMailServer({ held: true });
      const opened = await begin({ mailUrl: mail.url, publicUrl: PUBLIC_URL });
      await enter(opened, ADA);
      const strangers = Array.from({ length: 42 }, (_, n) => `stranger-${n}@example.net`);
      // By three of them, so that no limit of a network is in the way.
      for (const [n, email] of strangers.entries())
        await opened.users.signUp(new Browser(`198.51.100.${n % 3}`), { ...EVE, email });
      for (const [n, email] of strangers.entries())
        await opened.users.links.requestReset(new Browser(`198.51.100.${n % 3}`), email);
      await opened.users.links.requestReset(new Browser(), ADA.email);
      mail.release();
      await opened.users.links.close();
      const recipients = mail.received.map(({ to }) => to[0]);
      expect(recipients).toHaveLength(43);
      // Each of the strangers' networks has four on their way.
      expect(recipients.indexOf(ADA.email)).toBeLessThan(20);
      expect(opened.faults).toEqual([]);
    });

    it('goes through once when the link is opened many times at once', async () => {
      const opened = await beginWithMail();
      await enter(opened, ADA);
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      const passwords = Array.from({ length: 6 }, (_, n) => `${NEW_PASSWORD} number ${n}`);
      const codes = await Promise.all(
        passwords.map((password) => codeOf(opened.users.links.confirmReset(new Browser(), token, password))),
      );
      expect(codes.filter((code) => code === 'none')).toHaveLength(1);
      expect(codes.filter((code) => code === 'bad-token')).toHaveLength(5);
      const password = passwords[codes.indexOf('none')] ?? '';
      expect(await codeOf(opened.users.logIn(new Browser(), { ...ADA, password }))).toBe('none');
    });

    it('goes through once when two links are opened at once, and both end', async () => {
      const opened = await beginWithMail();
      const user = await userIn(opened, await enter(opened, ADA));
      for (let round = 0; round < 5; round++) {
        const tokens: string[] = [];
        for (let n = 0; n < 2; n++) {
          await opened.users.links.requestReset(new Browser(`192.0.2.${round}`), ADA.email);
          tokens.push(tokenIn((await opened.mail.next()).text));
        }
        const confirm = (token: string): Promise<string> =>
          codeOf(opened.users.links.confirmReset(new Browser(`192.0.2.${round}`), token, NEW_PASSWORD));
        const codes = await Promise.all([
          ...tokens.map(confirm),
          opened.users.setPassword(user, ADA.password),
        ]);
        expect(codes.filter((code) => code === 'none').length).toBeLessThanOrEqual(1);
        for (const token of tokens) expect(await confirm(token)).toBe('bad-token');
      }
      expect(opened.faults).toEqual([]);
    });

    it('racing with the deletion of the account: exactly one of the two wins', async () => {
      const opened = await beginWithMail();
      const browser = await enter(opened, ADA);
      const user = await userIn(opened, browser);
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      const codes = await Promise.all([
        codeOf(opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD)),
        codeOf(opened.users.remove(browser, user, ADA.password)),
      ]);
      // The old password does not remove an account any more that has got a new one.
      const isKept = codes.join() === 'none,wrong-credentials';
      if (!isKept) expect(['none,none', 'bad-token,none']).toContain(codes.join());
      const left = isKept ? 1 : 0;
      expect(await database.db.selectFrom('users').selectAll().execute()).toHaveLength(left);
      expect(await database.db.selectFrom('api_key').selectAll().execute()).toHaveLength(left);
    });

    it('sends nothing to an unknown address, and responds alike', async () => {
      const opened = await beginWithMail();
      await enter(opened, ADA);
      expect(await codeOf(opened.users.links.requestReset(new Browser(), EVE.email))).toBe('none');
      expect(await codeOf(opened.users.links.requestReset(new Browser(), ADA.email))).toBe('none');
      expect((await opened.mail.next()).to).toEqual([ADA.email]);
      await opened.users.links.close();
      expect(opened.mail.received).toHaveLength(1);
    });

    it('ends after half an hour, and with any other change of the password', async () => {
      const opened = await beginWithMail();
      await enter(opened, ADA);
      const tokens: string[] = [];
      for (let n = 0; n < 3; n++) {
        await opened.users.links.requestReset(new Browser(), ADA.email);
        tokens.push(tokenIn((await opened.mail.next()).text));
        await opened.users.links.close();
        if (n === 0) {
          const [link] = await database.db.selectFrom('mailed_link').selectAll().execute();
          const minutes = ((link?.expires_at ?? 0) - Date.now()) / 60_000;
          expect(minutes).toBeGreaterThan(28);
          expect(minutes).toBeLessThanOrEqual(30);
          await database.db
            .updateTable('mailed_link')
            .set({ expires_at: Date.now() - 1 })
            .execute();
        }
      }
      const [old = '', used = '', other = ''] = tokens;
      const confirm = (token: string): Promise<string> =>
        codeOf(opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD));
      expect([await confirm(old), await confirm(used), await confirm(other)]).toEqual([
        'bad-token',
        'none',
        'bad-token',
      ]);
    });

    it('opens for the owner again what guessing has closed', async () => {
      const opened = await beginWithMail();
      await enter(opened, ADA);
      for (let n = 0; n < 6; n++)
        await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: EVE.password }));
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      await opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD);
      expect(await codeOf(opened.users.logIn(new Browser(), { ...ADA, password: NEW_PASSWORD }))).toBe(
        'none',
      );
    });

    it('is throttled for each address and network, and stays open elsewhere', async () => {
      const opened = await beginWithMail();
      const known = await enter(opened, EVE);
      const ask = (browser: Browser): Promise<string> =>
        codeOf(opened.users.links.requestReset(browser, EVE.email));
      for (let n = 0; n < 3; n++) expect(await ask(new Browser('198.51.100.1'))).toBe('none');
      expect(await ask(new Browser('198.51.100.1'))).toBe('too-many-attempts');
      expect(await ask(new Browser('192.0.2.2'))).toBe('none');
      for (let n = 0; n < 8; n++) expect(await ask(new Browser(`203.0.113.${n}`))).toBe('none');
      // Twelve in all: more would only be a flood of mails, also from known browsers.
      expect(await ask(new Browser('203.0.113.99'))).toBe('too-many-attempts');
      expect(await ask(known)).toBe('too-many-attempts');
    });

    it('replaces the API key, so that whoever had the account before cannot go on with it', async () => {
      const opened = await beginWithMail();
      // Somebody signs up with an address that is not theirs, and keeps the API key.
      const { accountId } = await userIn(opened, await enter(opened, ADA));
      const kept = await opened.apiKeys.show(accountId);
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      await opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD);
      const hashes = await database.db.selectFrom('api_key').select('lookup_hash').execute();
      expect(hashes).toHaveLength(1);
      expect(hashes[0]?.lookup_hash).not.toBe(opened.apiKeys.hashOf(kept ?? ''));
      expect(await opened.apiKeys.show(accountId)).not.toBe(kept);
    });

    it('replaces all API keys, also those that are being added meanwhile', async () => {
      const opened = await beginWithMail();
      // Somebody who signed up with an address that is not theirs tries to keep an API key beyond the reset.
      const thief = await enter(opened, ADA);
      const { accountId } = await userIn(opened, thief);
      const { cookie } = thief;
      const add = (n: number): Promise<string> =>
        codeOf(
          opened.apiKeys.add(accountId, `hidden ${n}`, undefined, (tx) =>
            opened.users.isLoggedIn({ cookie, address: '' }, tx),
          ),
        );
      expect(await add(0)).toBe('none');
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      const done = new AbortController();
      const trying = (async () => {
        for (let n = 1; !done.signal.aborted; n = (n % 8) + 1)
          await Promise.all([add(n), opened.apiKeys.revoke(accountId, `hidden ${(n % 8) + 1}`)]);
      })();
      await opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD);
      expect(await opened.apiKeys.list(accountId)).toMatchObject([{ name: 'default' }]);
      done.abort();
      await trying;
      expect(await add(0)).toBe('not-logged-in');
      expect(await opened.apiKeys.list(accountId)).toMatchObject([{ name: 'default' }]);
    });

    it('that the mail server rejects is a fault for the log', async () => {
      mail = await startMailServer({ rejecting: true });
      const opened = await begin({ mailUrl: mail.url, publicUrl: PUBLIC_URL });
      await enter(opened, ADA);
      expect(await codeOf(opened.users.links.requestReset(new Browser(), ADA.email))).toBe('none');
      await opened.users.links.close();
      expect(opened.faults.join('\n')).toContain('550');
      expect(mail.received).toEqual([]);
    });

    it.each([
      ['mail server', { publicUrl: PUBLIC_URL }],
      ['outside address', { mailUrl: 'smtp://127.0.0.1:9' }],
    ])('does not exist without a %s', async (_, settings) => {
      const { users } = await begin(settings);
      expect(users.links.canSend).toBe(false);
      expect(await codeOf(users.links.requestReset(new Browser(), ADA.email))).toBe('no-mail-server');
      expect(await codeOf(users.links.confirmReset(new Browser(), 'token', NEW_PASSWORD))).toBe(
        'no-mail-server',
      );
    });
  });

  describe('an address', () => {
    it('is verified by the link that was mailed to it together with a session of the same user, and by nothing less', async () => {
      const opened = await beginWithMail();
      const user = await userIn(opened, await enter(opened, ADA));
      const other = await userIn(opened, await enter(opened, EVE));
      expect(await opened.users.isVerified(user.userId)).toBe(false);
      await opened.users.links.requestVerification(new Browser(), user);
      const received = await opened.mail.next();
      expect(received.text).toContain(`${PUBLIC_URL}/#/verify?token=`);
      const token = tokenIn(received.text);
      const confirm = (text: string, who = user): Promise<string> =>
        codeOf(opened.users.links.confirmVerification(new Browser(), who, text));
      expect(await confirm('nonsense')).toBe('bad-token');
      expect(await confirm(`${token.slice(0, -4)}AAAA`)).toBe('bad-token');
      expect(await confirm(token, other)).toBe('bad-token');
      expect(await opened.users.isVerified(user.userId)).toBe(false);
      expect(await confirm(token)).toBe('none');
      expect(await opened.users.isVerified(user.userId)).toBe(true);
      expect(await opened.users.isVerified(other.userId)).toBe(false);
      // Opening the link again gives the same response and has no other effect.
      expect(await confirm(token)).toBe('none');
      expect(await codeOf(opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD))).toBe(
        'bad-token',
      );
      await opened.users.links.requestVerification(new Browser(), user);
      await opened.users.links.close();
      expect(opened.mail.received).toHaveLength(1);
    });

    it('is verified by a new password that was asked for by mail', async () => {
      const opened = await beginWithMail();
      const user = await userIn(opened, await enter(opened, ADA));
      await opened.users.links.requestReset(new Browser(), ADA.email);
      const token = tokenIn((await opened.mail.next()).text);
      await opened.users.links.confirmReset(new Browser(), token, NEW_PASSWORD);
      expect(await opened.users.isVerified(user.userId)).toBe(true);
    });

    it('gets three mails and no more', async () => {
      const opened = await beginWithMail();
      const user = await userIn(opened, await enter(opened, ADA));
      for (let n = 0; n < 3; n++)
        expect(await codeOf(opened.users.links.requestVerification(new Browser(), user))).toBe('none');
      expect(await codeOf(opened.users.links.requestVerification(new Browser(), user))).toBe(
        'too-many-attempts',
      );
    });

    it('of many gets no more mails from one network than users may sign up there', async () => {
      const opened = await beginWithMail();
      const user = await userIn(opened, await enter(opened, ADA));
      const ask = (n: number): Promise<string> =>
        codeOf(
          opened.users.links.requestVerification(new Browser(), { ...user, email: `ada+${n}@example.org` }),
        );
      for (let n = 0; n < 60; n++) expect(await ask(n)).toBe('none');
      expect(await ask(60)).toBe('too-many-attempts');
    });
  });

  it('what is over is swept away', async () => {
    const opened = await beginWithMail();
    const browser = await enter(opened, ADA);
    await enter(opened, ADA, 'logIn');
    await opened.users.links.requestReset(new Browser(), ADA.email);
    await opened.users.links.close();
    await opened.users.sweep();
    expect(await database.db.selectFrom('session').selectAll().execute()).toHaveLength(2);
    expect(await database.db.selectFrom('mailed_link').selectAll().execute()).toHaveLength(1);
    const expires_at = Date.now() - 1000;
    await database.db.updateTable('session').set({ expires_at }).execute();
    await database.db.updateTable('mailed_link').set({ expires_at }).execute();
    await opened.users.sweep();
    expect(await database.db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('mailed_link').selectAll().execute()).toEqual([]);
    expect(await isIn(opened, browser)).toBe(false);
  });
});
