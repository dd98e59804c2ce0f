import { expect, it } from 'vitest';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import type { Cookies } from './cookies.js';
import { Sessions } from './sessions.js';

const SIGNING = { secret: 'a-master-secret-that-is-for-tests-alone', secure: false };

/** The value of the session's cookie. */
const valueIn = ([first = '']: Cookies): string => /^facet_session=([^;]+);/.exec(first)?.[1] ?? '';

const tokenIn = (value: string): string => value.split('.')[0] ?? '';

onBothDatabases('sessions', (open) => {
  /** Two sessions of one user. */
  const begin = async (): Promise<{
    sessions: Sessions;
    values: readonly [string, string];
    tokens: () => Promise<string[]>;
  }> => {
    const { db } = await open();
    await db
      .insertInto('users')
      .values({ id: 'ada', email: 'ada@example.org', email_verified: 0, password_hash: '', created_at: 1 })
      .execute();
    const sessions = new Sessions(db, SIGNING);
    return {
      sessions,
      values: [valueIn(await sessions.start('ada')), valueIn(await sessions.start('ada'))],
      tokens: async () =>
        (await db.selectFrom('session').select('token').execute()).map(({ token }) => token).sort(),
    };
  };

  it('are found by their cookie, and end at the log-out', async () => {
    const { sessions, values, tokens } = await begin();
    for (const value of values)
      expect(await sessions.find(`other=1; facet_session=${value}; facet_session_renewed=1`)).toEqual({
        userId: 'ada',
        providerLogInAt: null,
        email: 'ada@example.org',
        cookies: [],
      });
    expect(await sessions.end(`facet_session=${values[0]}`)).toEqual([
      expect.stringMatching(/^facet_session=; Max-Age=0;/),
      expect.stringMatching(/^facet_session_renewed=; Max-Age=0;/),
    ]);
    expect(await tokens()).toEqual([tokenIn(values[1])]);
  });

  it('are signed: no other signature ends or finds one', async () => {
    const { sessions, values, tokens } = await begin();
    const [one, other] = values;
    const forged = [
      one.slice(0, -6),
      `${one}A`,
      `${tokenIn(one)}.${other.split('.')[1]}`,
      tokenIn(one),
      one.replace('.', '%2E'),
    ];
    for (const value of forged) {
      expect(await sessions.find(`facet_session=${value}`), value).toBeNull();
      await sessions.end(`facet_session=${value}`);
    }
    expect(await tokens()).toEqual(values.map(tokenIn).sort());
    expect(await sessions.find(`__Host-facet_session=${one}`)).toBeNull();
  });

  it('signed with another secret are nobody’s', async () => {
    const { values } = await begin();
    const { db } = await open();
    const others = new Sessions(db, { ...SIGNING, secret: `${SIGNING.secret}.` });
    for (const value of values) expect(await others.find(`facet_session=${value}`)).toBeNull();
  });
});
