import { isRejected, openDatabase, openMeter, type DatabaseOptions } from '@facet/server/internals';
import { addAccounts, hashOf, PLANS, SCARCE } from './metered-accounts.js';

const CALLS = 3000;

export interface ParallelCount {
  readonly database: string;
  readonly servers: number;
  readonly calls: number;
  readonly quota: number;
  readonly admitted: number;
  /** As the database has them after all calls ended. */
  readonly counted: number;
  readonly isExact: boolean;
}

/** Many more calls at once than the quota has, spread over servers that share the database. */
export async function countParallel(
  name: string,
  place: DatabaseOptions,
  servers: number,
): Promise<ParallelCount> {
  const quota = SCARCE.callsPerMonth ?? 0;
  const databases = await Promise.all(Array.from({ length: servers }, () => openDatabase(place)));
  const meters = databases.map((database) =>
    openMeter({ database, plans: PLANS, hashOf, deadlineMs: 60_000 }),
  );
  try {
    for (const meter of meters) meter.start();
    const [first] = databases;
    if (first === undefined) throw new Error('At least one server is needed.');
    const [id = ''] = await addAccounts(first, `scarce on ${servers}`, 1, SCARCE);
    const admitted = await Promise.all(
      Array.from({ length: CALLS }, async (_, n) => {
        const meter = meters[n % servers];
        if (meter === undefined) return 0;
        const response = await meter.admit(id);
        if (isRejected(response)) return 0;
        await meter.settle(response.reservation, 'match_faces', '1000', true);
        return 1;
      }),
    );
    const total = admitted.reduce<number>((sum, one) => sum + one, 0);
    const { used } = await first.db
      .selectFrom('period_usage')
      .select('used')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow();
    const isExact = total === quota && used === quota;
    return { database: name, servers, calls: CALLS, quota, admitted: total, counted: used, isExact };
  } finally {
    for (const meter of meters) await meter.close();
    for (const database of databases) await database.close();
  }
}
