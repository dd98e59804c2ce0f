import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySqliteTemplate } from '../db/databases.test.fixture.js';
import type { SqliteDatabase } from '../db/database.js';
import { openSqlite } from '../db/sqlite/open-sqlite.js';
import { OWN_CHANGES_A_DAY, recordChange, type AuditAction } from './audit-log.js';

const DAY_MS = 86_400_000;

let folder: string;
let database: SqliteDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-audit-'));
  await copySqliteTemplate(folder);
  database = await openSqlite(folder);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const record = (actor: string, action: AuditAction, at: number): Promise<void> =>
  recordChange(database.db, { actor, action, accountId: 'a', detail: '1 person, 1 face' }, at);

async function recorded(action: AuditAction): Promise<string[]> {
  const rows = await database.db.selectFrom('audit').select('detail').where('action', '=', action).execute();
  return rows.map(({ detail }) => detail);
}

it('an account fills no more of the audit log in a day, and hides none of its other changes', async () => {
  for (let n = 0; n < OWN_CHANGES_A_DAY + 25; n++) await record('a', 'person-deleted', 5 * DAY_MS + n);
  await record('a', 'api-key-added', 5 * DAY_MS + 1000);
  const own = await recorded('person-deleted');
  expect(own).toHaveLength(OWN_CHANGES_A_DAY + 1);
  expect(own).toContain('25 more of this kind on this day');
  expect(await recorded('api-key-added')).toHaveLength(1);
  await record('a', 'person-deleted', 6 * DAY_MS);
  expect(await recorded('person-deleted')).toHaveLength(OWN_CHANGES_A_DAY + 2);
});

it('changes by admins are all recorded', async () => {
  for (let n = 0; n < OWN_CHANGES_A_DAY + 5; n++) await record('admin', 'plan-granted', n);
  expect(await recorded('plan-granted')).toHaveLength(OWN_CHANGES_A_DAY + 5);
});
