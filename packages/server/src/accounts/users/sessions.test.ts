import { describe, expect, it } from 'vitest';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { Sessions } from './sessions.js';

const SIGNING = { secret: 'a-master-secret-that-is-for-tests-alone', secure: false };

/** Made by better-auth 1.7.7 with the secret above. */
const EARLIER = [
  {
    token: '0123456789abcdefghijklmnopqrstuv',
    cookie: '0123456789abcdefghijklmnopqrstuv.j0w7af2qqpWqJJX5tZXUjIuVnTbKMEW%2B%2Fe0%2FforYYn4%3D',
  },
  {
    token: 'zZ9yY8xX7wW6vV5uU4tT3sS2rR1qQ0pP',
    cookie: 'zZ9yY8xX7wW6vV5uU4tT3sS2rR1qQ0pP.%2FmBOAP5n%2BX3g%2B4X2P7QAxpCvn%2B%2F%2B8FkEcsfqnADup%2Fs%3D',
  },
];

onBothDatabases('sessions', (open) => {
  const begin = async (): Promise<{ sessions: Sessions; tokens: () => Promise<string[]> }> => {
    const { db } = await open();
    const created_at = Date.now();
    await db
      .insertInto('users')
      .values({ id: 'ada', email: 'ada@example.org', email_verified: 0, password_hash: '', created_at })
      .execute();
    for (const { token } of EARLIER)
      await db
        .insertInto('session')
        .values({ user_id: 'ada', token, expires_at: created_at + 6.5 * 86_400_000, created_at })
        .execute();
    return {
      sessions: new Sessions(db, SIGNING),
      tokens: async () =>
        (await db.selectFrom('session').select('token').execute()).map(({ token }) => token).sort(),
    };
  };

  describe('of the version with better-auth', () => {
    it('go on, and end at the log-out', async () => {
      const { sessions, tokens } = await begin();
      for (const { cookie } of EARLIER)
        expect(await sessions.find(`other=1; facet_session=${cookie}; facet_session_renewed=1`)).toEqual({
          userId: 'ada',
          providerLogInAt: null,
          email: 'ada@example.org',
          cookies: [],
        });
      expect(await sessions.end(`facet_session=${EARLIER[0]?.cookie}`)).toEqual([
        expect.stringMatching(/^facet_session=; Max-Age=0;/),
        expect.stringMatching(/^facet_session_renewed=; Max-Age=0;/),
      ]);
      expect(await tokens()).toEqual([EARLIER[1]?.token]);
    });
  });

  it('are signed: no other signature ends or finds one', async () => {
    const { sessions, tokens } = await begin();
    const [ada, bob] = EARLIER.map(({ cookie }) => cookie);
    const forged = [
      ada?.slice(0, -6),
      `${ada}%3D`,
      `${EARLIER[0]?.token}.${bob?.split('.')[1]}`,
      EARLIER[0]?.token,
      decodeURIComponent(ada ?? ''),
    ];
    for (const value of forged) {
      expect(await sessions.find(`facet_session=${value}`), value).toBeNull();
      await sessions.end(`facet_session=${value}`);
    }
    expect(await tokens()).toEqual(EARLIER.map(({ token }) => token).sort());
    expect(await sessions.find(`__Host-facet_session=${ada}`)).toBeNull();
  });

  it('signed with another secret are nobody’s', async () => {
    const { db } = await open();
    const others = new Sessions(db, { ...SIGNING, secret: `${SIGNING.secret}.` });
    for (const { cookie } of EARLIER) expect(await others.find(`facet_session=${cookie}`)).toBeNull();
  });
});
