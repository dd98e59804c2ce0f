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
