/** A server reduced to its meter, as a process of its own. Started by metering-servers. */
import { openDatabase, isRefused, openMeter, type Meter } from '../metering/server-internals.js';
import { hashOf, PLANS } from '../metering/metered-accounts.js';
import { arrive } from './arrivals.js';

export interface MeteringOrder {
  readonly url: string;
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
  const database = await openDatabase({ url: order.url, dataDir: '' });
  const meter = openMeter({ database, plans: PLANS, hashOf });
  await meter.start();
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  await offer(meter, order, order.warmUpSeconds);
  process.send?.('warm');
  await new Promise((resolve) => process.once('message', resolve));
  process.send?.(await offer(meter, order, order.seconds));
  await new Promise((resolve) => process.once('message', resolve));
  await meter.close();
  await database.close();
  process.disconnect();
}

async function offer(
  meter: Meter,
  { ids, perSecond, analysisMs }: MeteringOrder,
  seconds: number,
): Promise<MeteringOutcome> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const fail = (reason: string): void => {
    failures[reason] = (failures[reason] ?? 0) + 1;
  };
  const oneCall = async (dueAt: number): Promise<void> => {
    const answer = await meter.admit(ids[Math.floor(Math.random() * ids.length)] ?? '');
    const admittedAt = performance.now();
    if (isRefused(answer)) {
      fail(answer.refused);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, analysisMs));
    const endedAt = performance.now();
    await meter.settle(answer.ticket, 'match_faces', '1000', true);
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
