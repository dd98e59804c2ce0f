import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.js';
import { ServiceError } from '../errors.js';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { addAccount, KEYS } from '../accounts/account-store.test.fixture.js';
import { AccountStore } from '../accounts/account-store.js';
import { catalogueOf, DEFAULT_PLANS } from '../accounts/plans/plans.js';
import { codeOf } from '../accounts/users/users.test.fixture.js';
import { AccountList } from './account-list.js';
import { AdminChanges, type Actor } from './admin-changes.js';
import { AuditLog } from '../accounts/audit-log.js';

const PLANS = catalogueOf(DEFAULT_PLANS);
const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
const COMMAND: Actor = { name: 'facet-admin (tester)' };

onBothDatabases('adminChanges', (open) => {
  let database: Database;
  const clock = { now: NOON };
  const now = (): number => clock.now;

  const begin = async (): Promise<{
    adminChanges: AdminChanges;
    list: AccountList;
    audit: AuditLog;
  }> => {
    clock.now = NOON;
    database = await open();
    return {
      adminChanges: new AdminChanges({ db: database.db, plans: PLANS, now }),
      list: new AccountList(database.db, PLANS, now),
      audit: new AuditLog(database.db),
    };
  };

  describe('records', () => {
    it('every change with who, what and when', async () => {
      const { adminChanges, list, audit } = await begin();
      const boss = await addAccount(database, 'boss@example.org');
      const ada = await addAccount(database, 'ada@example.org');
      const actor = { name: boss.id };
      await adminChanges.setRole(COMMAND, boss, 'admin');
      clock.now += 1;
      await adminChanges.suspend(actor, ada);
      expect((await list.find(ada.id))?.state).toBe('suspended');
      clock.now += 1;
      await adminChanges.resume(actor, ada);
      clock.now += 1;
      await adminChanges.grantPlan(actor, ada, 'unlimited', NOON + 3 * DAY_MS);
      clock.now += 1;
      await adminChanges.endPlan(actor, ada, 'now');
      expect((await list.find(ada.id))?.state).toBe('plan ended');
      clock.now += 1;
      await adminChanges.setRole(COMMAND, boss, 'user');
      const { rows, next } = await audit.page({ limit: 10 });
      expect(next).toBeNull();
      const details = rows.map(
        ({ at, actorLabel, actor: id, action, accountLabel, detail }) =>
          `${at - NOON} ${actorLabel ?? id}: ${action} ${accountLabel ?? ''} ${detail}`,
      );
      expect(details.reverse()).toEqual([
        '0 facet-admin (tester): admin-made boss@example.org ',
        '1 boss@example.org: account-suspended ada@example.org ',
        '2 boss@example.org: account-resumed ada@example.org ',
        '3 boss@example.org: plan-granted ada@example.org unlimited until 2026-03-13T12:00:00.000Z',
        '4 boss@example.org: plan-ended ada@example.org unlimited until 2026-03-10T12:00:00.004Z',
        '5 facet-admin (tester): admin-removed boss@example.org ',
      ]);
      expect((await audit.page({ limit: 10, accountId: boss.id })).rows).toHaveLength(2);
    });

    it('nothing of a change that is not made, and changes nothing that is not recorded', async () => {
      const { adminChanges, list, audit } = await begin();
      const ada = await addAccount(database, 'ada@example.org');
      const rejected = { name: 'x', check: () => Promise.reject(new ServiceError('not-an-admin')) };
      expect(await codeOf(adminChanges.suspend(rejected, ada))).toBe('not-an-admin');
      expect(await codeOf(adminChanges.grantPlan(COMMAND, ada, 'none', null))).toBe('bad-field');
      expect(await codeOf(adminChanges.grantPlan(COMMAND, ada, 'free', NOON))).toBe('bad-field');
      expect(await codeOf(adminChanges.endPlan(COMMAND, ada, 'now'))).toBe('no-subscription');
      expect((await audit.page({ limit: 10 })).rows).toEqual([]);

      await database.db.schema.alterTable('audit').renameTo('away').execute();
      await expect(adminChanges.suspend(COMMAND, ada)).rejects.toThrow(/audit/);
      await expect(adminChanges.grantPlan(COMMAND, ada, 'free', null)).rejects.toThrow(/audit/);
      await expect(adminChanges.remove(COMMAND, ada, KEYS)).rejects.toThrow(/audit/);
      expect(await list.find(ada.id)).toMatchObject({ suspended: false, plan: null });
    });

    it('a deletion without a trace of the user', async () => {
      const { adminChanges, audit } = await begin();
      const ada = await addAccount(database, 'ada@example.org');
      await adminChanges.grantPlan(COMMAND, ada, 'free', null);
      await adminChanges.remove(COMMAND, ada, KEYS);
      expect(await new AccountStore(database.db).byId(ada.id)).toBeNull();
      const { rows } = await audit.page({ limit: 10 });
      expect(rows.map(({ action }) => action).sort()).toEqual(['account-deleted', 'plan-granted']);
      for (const row of rows) expect(row).toMatchObject({ accountId: ada.id, accountLabel: null });
      expect(JSON.stringify(await database.db.selectFrom('audit').selectAll().execute())).not.toContain(
        'ada@',
      );
    });

    it('pages', async () => {
      const { adminChanges, audit } = await begin();
      const ada = await addAccount(database, 'ada@example.org');
      for (let n = 0; n < 5; n += 1) await adminChanges.suspend({ name: `actor-${n}` }, ada);
      const first = await audit.page({ limit: 3 });
      const second = await audit.page({ limit: 3, before: first.next });
      const actors = [...first.rows, ...second.rows].map(({ actor }) => actor);
      expect(second.next).toBeNull();
      expect(new Set(actors).size).toBe(5);
    });
  });

  describe('lists', () => {
    it('accounts by a part of their address or by their id, page by page, newest first', async () => {
      const { list } = await begin();
      const store = (at: number): AccountStore => new AccountStore(database.db, () => at);
      const ids: string[] = [];
      for (const [n, email] of ['ada@example.org', 'a_a@example.org', 'eve@example.com'].entries()) {
        const { id } = await addAccount(database, email);
        ids.push(id);
        await database.db
          .updateTable('account')
          .set({ created_at: NOON + n })
          .where('id', '=', id)
          .execute();
        expect(await store(NOON).byId(id)).not.toBeNull();
      }
      const labels = async (search: string): Promise<string[]> =>
        (await list.page({ limit: 10, order: 'newest first', search })).map(({ label }) => label);
      expect(await labels('')).toEqual(['eve@example.com', 'a_a@example.org', 'ada@example.org']);
      expect(await labels('EXAMPLE.ORG')).toEqual(['a_a@example.org', 'ada@example.org']);
      expect(await labels('a_a')).toEqual(['a_a@example.org']);
      expect(await labels('%')).toEqual([]);
      expect(await labels('\\')).toEqual([]);
      expect(await labels("' or 1=1 --")).toEqual([]);
      expect(await labels(ids[0] ?? '')).toEqual(['ada@example.org']);
      expect(await labels((ids[0] ?? '').slice(0, -1))).toEqual([]);
      const first = await list.page({ limit: 2, order: 'newest first' });
      const after = first.at(-1) ?? null;
      expect((await list.page({ limit: 2, order: 'newest first', after })).map(({ label }) => label)).toEqual(
        ['ada@example.org'],
      );
    });
  });
});
