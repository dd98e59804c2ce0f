import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { createPasswords } from './passwords.js';

describe('the hash of a password', () => {
  it('fits this password alone, and is another one each time', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a long enough one');
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(await passwords.verify({ hash, password: 'a long enough one' })).toBe(true);
    expect(await passwords.verify({ hash, password: 'a long enough on' })).toBe(false);
    expect(await passwords.hash('a long enough one')).not.toBe(hash);
  });

  it.each([
    [
      'a long enough one',
      '82fc01f4fe4ecced425bbfe273331260:511d2b2b66d787a72ea3de2e36e11f9609bba5e01f2007f75eef035e5ca79e7a7b1372f8b00d2078a16638823098ac2f7707049645e55269ee2df01cc74d4272',
    ],
    [
      'Ångström ﬁne ½ pass',
      '86c684f0f4e78743b3889633d34638cf:6be89f54df4cbce78a0e197121581783468286cfbc0bdc67893c539974b1ba87c1030db354da2d29edf8ee356f667e536c204bdf996b3ec1b98ddae3abd859e8',
    ],
  ])('that better-auth 1.7.7 made of “%s” still fits', async (password, hash) => {
    const passwords = createPasswords();
    expect(await passwords.verify({ hash, password })).toBe(true);
    expect(await passwords.verify({ hash, password: password.normalize('NFD') })).toBe(true);
    expect(await passwords.verify({ hash, password: `${password} ` })).toBe(false);
    expect(await passwords.verify({ hash: `${hash.slice(0, -1)}0`, password })).toBe(false);
  });

  it.each(['', ':', 'salt', 'salt:', ':key'])(
    'that is malformed (“%s”) matches no password',
    async (hash) => {
      const passwords = createPasswords();
      for (const password of ['', 'a', 'salt'])
        expect(await passwords.verify({ hash, password })).toBe(false);
    },
  );

  it('is made in turns, so that a flood of one caller refuses nobody else', async () => {
    const passwords = createPasswords();
    const flood = Array.from({ length: 40 }, () =>
      passwords.verify({ hash: 'x:y', password: 'z' }, 'flood').then(
        () => 'made',
        () => 'refused',
      ),
    );
    const others = ['one', 'two'].map((caller) => passwords.hash('a long enough one', caller));
    for (const hash of await Promise.all(others)) expect(hash).toContain(':');
    const fates = await Promise.all(flood);
    expect(fates.filter((fate) => fate === 'made')).toHaveLength(2 + 16 - others.length);
  });

  it('is made a few at a time; a flood is refused', async () => {
    const passwords = createPasswords();
    const made = await Promise.allSettled(
      Array.from({ length: 24 }, () => passwords.verify({ hash: 'x:y', password: 'z' })),
    );
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(24 - 2 - 16);
    const overloaded = refused.filter(
      (each) =>
        each.status === 'rejected' &&
        each.reason instanceof ServiceError &&
        each.reason.code === 'overloaded',
    );
    expect(overloaded.length).toBeGreaterThanOrEqual(6);
  });
});
