import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.js';
import { AccountStore } from './account-store.js';
import { UNLIMITED } from './plans/plans.js';
import type { ApiKeys } from './api-keys/api-keys.js';

/** Also its label. Fixed, so that of two servers that start at once only one can create it. */
const DEMO_ACCOUNT_ID = 'demo';

export interface DemoAccount {
  readonly accountId: string;
  readonly apiKey: string;
}

export interface DemoAccountOptions {
  readonly db: Kysely<Tables>;
  readonly apiKeys: ApiKeys;
  readonly mode: 'development' | 'production';
  /** The API key to use instead of a random one. */
  readonly fixedApiKey?: string | undefined;
  readonly now?: () => number;
}

/**
 * The demo account: created at the first start in development mode on an empty database, and found again at later
 * starts. Null if there is none. It never works in production mode, even if it was created before.
 */
export async function ensureDemoAccount(options: DemoAccountOptions): Promise<DemoAccount | null> {
  const { db, apiKeys, mode, fixedApiKey, now = Date.now } = options;
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
  return { accountId: DEMO_ACCOUNT_ID, apiKey: await demoApiKey(apiKeys, fixedApiKey) };
}

async function makeOnEmptyDatabase(db: Kysely<Tables>, now: number): Promise<void> {
  const anyone = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  if (anyone !== undefined) return;
  await db
    .insertInto('account')
    .values({
      id: DEMO_ACCOUNT_ID,
      user_id: null,
      label: DEMO_ACCOUNT_ID,
      role: 'user',
      created_at: now,
      suspended_at: null,
    })
    // Another server made it meanwhile: its id is taken, or its name.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function demoApiKey(apiKeys: ApiKeys, fixed: string | undefined): Promise<string> {
  if (fixed !== undefined) {
    const known = await apiKeys.list(DEMO_ACCOUNT_ID);
    return known.some(({ apiKey }) => apiKey === fixed) ? fixed : apiKeys.replace(DEMO_ACCOUNT_ID, fixed);
  }
  const shown = await apiKeys.show(DEMO_ACCOUNT_ID);
  if (shown !== null) return shown;
  // With a new secret the old API key is lost; only the operator uses it.
  return (await apiKeys.secretFits()) ? apiKeys.issue(DEMO_ACCOUNT_ID) : apiKeys.replace(DEMO_ACCOUNT_ID);
}
