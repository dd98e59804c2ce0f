import { type Database, type Plan } from '@facet/server/internals';

const plan = (id: string, callsPerMonth: number): Plan => ({
  id,
  name: id,
  summary: '',
  callsPerMonth,
  callsPerSecond: 1_000_000,
  burst: 1_000_000,
  collections: null,
  people: null,
  faces: null,
  selfService: false,
});

/** More than enough of everything, yet with every limit checked. */
const AMPLE = plan('ample', 1_000_000_000);
/** For the count of parallel calls. */
export const SCARCE = plan('scarce', 500);

export const PLANS: ReadonlyMap<string, Plan> = new Map([AMPLE, SCARCE].map((each) => [each.id, each]));

/** In place of the keyed hash, which is measured with the server. */
export const hashOf = (apiKey: string): string => `hash of ${apiKey}`;

/** Accounts on a plan; returns their API keys. */
export async function addAccounts(
  { db }: Database,
  name: string,
  count: number,
  { id: planId }: Plan = AMPLE,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `${name} ${n}`);
  const at = Date.now() - 60_000;
  await db
    .insertInto('account')
    .values(
      ids.map((id) => ({
        id,
        user_id: null,
        label: id,
        role: 'user',
        created_at: at,
        suspended_at: null,
      })),
    )
    .execute();
  await db
    .insertInto('api_key')
    .values(ids.map((id) => ({ account_id: id, lookup_hash: hashOf(id), sealed: '', created_at: at })))
    .execute();
  await db
    .insertInto('subscription')
    .values(ids.map((id) => ({ account_id: id, plan: planId, started_at: at, ends_at: null })))
    .execute();
  return ids;
}
