import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { addAccount, clockAt, everythingIn } from '../account-store.test.fixture.js';
import { deriveKeys } from './keys.js';
import { UserIds } from './user-ids.js';

const KEYS = deriveKeys('a secret of the tests, long enough');
const OTHER_KEYS = deriveKeys('another secret of the tests, as long');

onBothDatabases('user ids', (open) => {
  it('are issued once for each account, and shown again', async () => {
    const database = await open();
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    const ids = new UserIds(database.db, KEYS);
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
    const ids = new UserIds(database.db, KEYS);
    const userId = await ids.issue(id);
    const found = await database.db
      .selectFrom('user_id')
      .select('account_id')
      .where('lookup_hash', '=', ids.hashOf(userId))
      .execute();
    expect(found).toEqual([{ account_id: id }]);
  });

  it('die when they are replaced', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const clock = clockAt('2027-01-01');
    const ids = new UserIds(database.db, KEYS, clock.read);
    const before = await ids.issue(id);
    clock.now += 1000;
    const after = await ids.replace(id);
    expect(after).not.toBe(before);
    expect(await ids.show(id)).toBe(after);
    const rows = await database.db.selectFrom('user_id').selectAll().execute();
    expect(rows).toMatchObject([{ lookup_hash: ids.hashOf(after), created_at: clock.now }]);
    expect(JSON.stringify(rows)).not.toContain(ids.hashOf(before));
  });

  it('are one for an account that asks many times at once', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new UserIds(database.db, KEYS);
    const issued = await Promise.all(Array.from({ length: 10 }, () => ids.issue(id)));
    expect(new Set(issued)).toEqual(new Set([await ids.show(id)]));
    await Promise.all(Array.from({ length: 10 }, () => ids.replace(id)));
    expect(await database.db.selectFrom('user_id').selectAll().execute()).toHaveLength(1);
    expect(await ids.show(id)).not.toBe(issued[0]);
  });

  it('may be issued in the transaction that makes the account, and go with it', async () => {
    const database = await open();
    const { id } = await addAccount(database);
    const ids = new UserIds(database.db, KEYS);
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
    const ids = new UserIds(database.db, KEYS);
    const userId = await ids.issue(id);
    const stolen = await everythingIn(database.db);
    expect(stolen).toContain(id);
    expect(stolen).not.toContain(userId);
    expect(stolen).not.toContain(userId.slice('fct_'.length));
    expect(stolen).not.toContain(Buffer.from(userId).toString('base64url'));
    expect(stolen).not.toContain(Buffer.from(userId).toString('hex'));
    const thief = new UserIds(database.db, OTHER_KEYS);
    expect(await thief.show(id)).toBeNull();
    expect(stolen).not.toContain(thief.hashOf(userId));
  });

  it('are not shown when their copy was altered or moved to another account', async () => {
    const database = await open();
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    const ids = new UserIds(database.db, KEYS);
    await ids.issue(ada.id);
    await ids.issue(bob.id);
    const { sealed } = await database.db
      .selectFrom('user_id')
      .select('sealed')
      .where('account_id', '=', bob.id)
      .executeTakeFirstOrThrow();
    await database.db.updateTable('user_id').set({ sealed }).where('account_id', '=', ada.id).execute();
    expect(await ids.show(ada.id)).toBeNull();
    expect(await ids.show(bob.id)).toMatch(/^fct_/);
    await expect(ids.issue(ada.id)).rejects.toThrow(/sealed with another secret/);
  });

  it('tell whether the secret is the one of this database', async () => {
    const database = await open();
    expect(await new UserIds(database.db, OTHER_KEYS).secretFits()).toBe(true);
    const { id } = await addAccount(database);
    await new UserIds(database.db, KEYS).issue(id);
    expect(await new UserIds(database.db, KEYS).secretFits()).toBe(true);
    expect(await new UserIds(database.db, OTHER_KEYS).secretFits()).toBe(false);
  });
});
