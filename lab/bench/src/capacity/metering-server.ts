/** Some servers reduced to their meters, in a process of their own. Started by metering-servers. */
import { isRejected, openDatabase, openMeter, type Database, type Meter } from '@facet/server/internals';
import { hashOf, PLANS } from '../metering/metered-accounts.js';
import { arrive } from './arrivals.js';

export interface MeteringOrder {
  readonly url: string;
  /** In this process; each has its own connections, as a server has. */
  readonly servers: number;
  readonly ids: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Between admitting and settling a call: the time in which a server would analyse the photo. */
  readonly analysisMs: number;
}

export interface MeteringOutcome {
  readonly offered: number;
  readonly counted: number;
  readonly failures: Readonly<Record<string, number>>;
  /** What the meter added to each counted call, in milliseconds, from the moment at which it was due. */
  readonly latencies: Float64Array;
  readonly cpuSeconds: number;
}

async function run(order: MeteringOrder): Promise<void> {
  const servers = await Promise.all(Array.from({ length: order.servers }, () => openServer(order.url)));
  const meters = servers.map(({ meter }) => meter);
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  await offer(meters, order, order.warmUpSeconds);
  process.send?.('warm');
  await new Promise((resolve) => process.once('message', resolve));
  process.send?.(await offer(meters, order, order.seconds));
  await new Promise((resolve) => process.once('message', resolve));
  for (const { meter, database } of servers) {
    await meter.close();
    await database.close();
  }
  process.disconnect();
}

async function openServer(url: string): Promise<{ meter: Meter; database: Database }> {
  const database = await openDatabase({ url, dataDir: '' });
  const meter = openMeter({ database, plans: PLANS, hashOf });
  meter.start();
  return { meter, database };
}

/** As a load balancer and many callers would. */
function oneOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

async function offer(
  meters: readonly Meter[],
  { ids, perSecond, analysisMs }: MeteringOrder,
  seconds: number,
): Promise<MeteringOutcome> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const fail = (reason: string): void => {
    failures[reason] = (failures[reason] ?? 0) + 1;
  };
  const oneCall = async (dueAt: number): Promise<void> => {
    const meter = oneOf(meters);
    const response = await meter.admit(oneOf(ids));
    const admittedAt = performance.now();
    if (isRejected(response)) {
      fail(response.rejected);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, analysisMs));
    const endedAt = performance.now();
    await meter.settle(response.reservation, 'match_faces', '1000', true);
    latencies.push(admittedAt - dueAt + performance.now() - endedAt);
  };
  const before = process.cpuUsage();
  const calls = new Set<Promise<void>>();
  const offered = await arrive({ perSecond, durationMs: seconds * 1000 }, (dueAt) => {
    const call = oneCall(dueAt)
      .catch((error: unknown) => {
        fail(error instanceof Error ? error.message : String(error));
      })
      .finally(() => calls.delete(call));
    calls.add(call);
  });
  await Promise.all(calls);
  const { user, system } = process.cpuUsage(before);
  return {
    offered,
    counted: latencies.length,
    failures,
    latencies: Float64Array.from(latencies),
    cpuSeconds: (user + system) / 1e6,
  };
}

process.once('message', (order) => {
  run(order as MeteringOrder).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
