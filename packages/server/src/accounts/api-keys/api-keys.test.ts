import { expect, it } from 'vitest';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { addAccount, clockAt, everythingIn } from '../account-store.test.fixture.js';
import { deriveKeys } from '../secret/keys.js';
import { ApiKeys } from './api-keys.js';
import { NO_LIMITS } from './key-limits.js';

const KEYS = deriveKeys('a secret of the tests, long enough');
const OTHER_KEYS = deriveKeys('another secret of the tests, as long');

onBothDatabases('API keys', (open) => {
  it('are issued once for each account, and shown again', async () => {
    const database = await open();
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    const ids = new ApiKeys(database.db, KEYS);
    const first = await ids.issue(ada.id);
    expect(first).toMatch(/^fct_[\w-]{32}$/);
    expect(await ids.issue(ada.id)).toBe(first);
    expect(await ids.show(ada.id)).toBe(first);
    expect(await ids.show(bob.id)).toBeNull();
    expect(await ids.issue(bob.id)).not.toBe(first);
  });

  it('are found by their keyed hash', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    const apiKey = await ids.issue(id);
    const found = await database.db
      .selectFrom('api_key')
      .select('account_id')
      .where('lookup_hash', '=', ids.hashOf(apiKey))
      .execute();
    expect(found).toEqual([{ account_id: id }]);
  });

  it('die when they are replaced', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const clock = clockAt('2027-01-01');
    const ids = new ApiKeys(database.db, KEYS, clock.read);
    const before = await ids.issue(id);
    clock.now += 1000;
    const after = await ids.replace(id);
    expect(after).not.toBe(before);
    expect(await ids.show(id)).toBe(after);
    const rows = await database.db.selectFrom('api_key').selectAll().execute();
    expect(rows).toMatchObject([{ lookup_hash: ids.hashOf(after), created_at: clock.now }]);
    expect(JSON.stringify(rows)).not.toContain(ids.hashOf(before));
  });

  it('are one for an account that asks many times at once', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    const issued = await Promise.all(Array.from({ length: 10 }, () => ids.issue(id)));
    expect(new Set(issued)).toEqual(new Set([await ids.show(id)]));
    await Promise.all(Array.from({ length: 10 }, () => ids.replace(id)));
    expect(await database.db.selectFrom('api_key').selectAll().execute()).toHaveLength(1);
    expect(await ids.show(id)).not.toBe(issued[0]);
  });

  it('are several of one account, each with a name, oldest first', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const clock = clockAt('2027-01-01');
    const ids = new ApiKeys(database.db, KEYS, clock.read);
    const first = await ids.issue(id);
    const firstAt = clock.now;
    clock.now += 1000;
    const second = await ids.add(id, 'laptop');
    expect(await ids.list(id)).toEqual([
      { name: 'default', apiKey: first, works: true, ...NO_LIMITS, createdAt: firstAt, lastUsedAt: null },
      // Shown once.
      { name: 'laptop', apiKey: null, works: true, ...NO_LIMITS, createdAt: clock.now, lastUsedAt: null },
    ]);
    expect(second).toMatch(/^fct_/);
    expect(await ids.show(id)).toBe(first);
    expect(await ids.issue(id)).toBe(first);
    await expect(ids.add(id, 'laptop')).rejects.toMatchObject({ code: 'api-key-name-taken' });
    expect(await ids.revoke(id, 'default')).toBe(true);
    expect(await ids.revoke(id, 'default')).toBe(false);
    expect(await ids.show(id)).toBeNull();
    expect(await ids.revoke(id, 'laptop')).toBe(true);
    expect(await ids.list(id)).toEqual([]);
  });

  it('are revoked for the account that is named alone', async () => {
    const database = await open();
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    const ids = new ApiKeys(database.db, KEYS);
    for (const { id } of [ada, bob]) await ids.add(id, 'laptop');
    expect(await ids.revoke(ada.id, 'laptop')).toBe(true);
    expect([await ids.list(ada.id), await ids.list(bob.id)]).toMatchObject([[], [{ name: 'laptop' }]]);
  });

  it('are ten at most, also when many are added at once', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    await ids.issue(id);
    const added = await Promise.allSettled(
      Array.from({ length: 15 }, (_, n) => ids.add(id, `program ${n % 12}`)),
    );
    expect(await ids.list(id)).toHaveLength(10);
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    await expect(ids.add(id, 'one more')).rejects.toMatchObject({
      code: 'too-many-api-keys',
      details: { limit: 10 },
    });
    await ids.revoke(id, 'default');
    await ids.add(id, 'one more');
  });

  it('are all replaced by one, however many are added meanwhile', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    for (let round = 0; round < 5; round++) {
      let isReplaced = false;
      const adding = Array.from({ length: 8 }, (_, n) =>
        ids.add(id, `program ${n}`, undefined, () => Promise.resolve(!isReplaced)).catch(() => null),
      );
      const replaced = await database.db.transaction().execute(async (tx) => {
        const made = await ids.replace(id, undefined, tx);
        isReplaced = true;
        return made;
      });
      await Promise.all(adding);
      expect(await ids.list(id)).toMatchObject([{ name: 'default', apiKey: replaced }]);
    }
  });

  it('are not added for whoever may no longer ask for it', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    const kept = await ids.issue(id);
    const no = (): Promise<boolean> => Promise.resolve(false);
    await expect(ids.add(id, 'laptop', undefined, no)).rejects.toMatchObject({ code: 'not-logged-in' });
    await expect(ids.replace(id, undefined, undefined, no)).rejects.toMatchObject({ code: 'not-logged-in' });
    expect(await ids.list(id)).toMatchObject([{ apiKey: kept }]);
  });

  it('may be issued in the transaction that makes the account, and go with it', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    const undone = database.db.transaction().execute(async (tx) => {
      await ids.issue(id, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await ids.show(id)).toBeNull();
  });

  it('are not given away by a stolen database', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new ApiKeys(database.db, KEYS);
    const apiKey = await ids.issue(id);
    const stolen = await everythingIn(database.db);
    expect(stolen).toContain(id);
    expect(stolen).not.toContain(apiKey);
    expect(stolen).not.toContain(apiKey.slice('fct_'.length));
    expect(stolen).not.toContain(Buffer.from(apiKey).toString('base64url'));
    expect(stolen).not.toContain(Buffer.from(apiKey).toString('hex'));
    const thief = new ApiKeys(database.db, OTHER_KEYS);
    expect(await thief.show(id)).toBeNull();
    expect(stolen).not.toContain(thief.hashOf(apiKey));
  });

  it('are not shown when their copy was altered or moved to another account', async () => {
    const database = await open();
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    const ids = new ApiKeys(database.db, KEYS);
    await ids.issue(ada.id);
    await ids.issue(bob.id);
    const { sealed } = await database.db
      .selectFrom('api_key')
      .select('sealed')
      .where('account_id', '=', bob.id)
      .executeTakeFirstOrThrow();
    await database.db.updateTable('api_key').set({ sealed }).where('account_id', '=', ada.id).execute();
    expect(await ids.show(ada.id)).toBeNull();
    expect(await ids.show(bob.id)).toMatch(/^fct_/);
    await expect(ids.issue(ada.id)).rejects.toThrow(/sealed with another secret/);
  });

  it('tell whether the secret is the one of this database', async () => {
    const database = await open();
    expect(await new ApiKeys(database.db, OTHER_KEYS).secretFits()).toBe(true);
    const { id } = await addAccount(database);
    await new ApiKeys(database.db, KEYS).issue(id);
    expect(await new ApiKeys(database.db, KEYS).secretFits()).toBe(true);
    expect(await new ApiKeys(database.db, OTHER_KEYS).secretFits()).toBe(false);
  });
});
