import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.js';
import { AccountStore } from './account-store.js';
import { UNLIMITED } from './plans/plans.js';
import type { UserIds } from './user-ids/user-ids.js';

/** Also its label. Fixed, so that of two servers that start at once only one can create it. */
export const DEMO_ACCOUNT_ID = 'demo';

export interface DemoAccount {
  readonly accountId: string;
  readonly userId: string;
}

export interface DemoAccountOptions {
  readonly db: Kysely<Tables>;
  readonly userIds: UserIds;
  readonly mode: 'development' | 'production';
  /** The user id to use instead of a random one. */
  readonly fixedUserId?: string | undefined;
  readonly now?: () => number;
}

/**
 * The demo account: created at the first start in development mode on an empty database, and found again at later
 * starts. Null if there is none. It never works in production mode, even if it was created before.
 */
export async function ensureDemoAccount(options: DemoAccountOptions): Promise<DemoAccount | null> {
  const { db, userIds, mode, fixedUserId, now = Date.now } = options;
  const accounts = new AccountStore(db, now);
  if (mode === 'production') {
    await accounts.suspend(DEMO_ACCOUNT_ID);
    return null;
  }
  await makeOnEmptyDatabase(db, now());
  if ((await accounts.byId(DEMO_ACCOUNT_ID)) === null) return null;
  await accounts.resume(DEMO_ACCOUNT_ID);
  await db
    .insertInto('subscription')
    .values({ account_id: DEMO_ACCOUNT_ID, plan: UNLIMITED.id, started_at: now(), ends_at: null })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return { accountId: DEMO_ACCOUNT_ID, userId: await demoUserId(userIds, fixedUserId) };
}

async function makeOnEmptyDatabase(db: Kysely<Tables>, now: number): Promise<void> {
  const anyone = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  if (anyone !== undefined) return;
  await db
    .insertInto('account')
    .values({
      id: DEMO_ACCOUNT_ID,
      person_id: null,
      label: DEMO_ACCOUNT_ID,
      role: 'member',
      created_at: now,
      suspended_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function demoUserId(userIds: UserIds, fixed: string | undefined): Promise<string> {
  if (fixed !== undefined) {
    const known = await userIds.list(DEMO_ACCOUNT_ID);
    return known.some(({ userId }) => userId === fixed) ? fixed : userIds.replace(DEMO_ACCOUNT_ID, fixed);
  }
  const shown = await userIds.show(DEMO_ACCOUNT_ID);
  if (shown !== null) return shown;
  // With a new secret the old user id is lost; only the operator uses it.
  return (await userIds.secretFits()) ? userIds.issue(DEMO_ACCOUNT_ID) : userIds.replace(DEMO_ACCOUNT_ID);
}
