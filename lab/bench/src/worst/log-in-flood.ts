import { setTimeout as sleep } from 'node:timers/promises';
import {
  processFigures,
  signUp,
  startService,
  type SignedUp,
  type StartedService,
} from '@facet/test-support';
import { send } from './measure.js';
import { ordinaryCall } from './ordinary-call.js';
import type { Attempt } from './requests.js';
import { watchHealth } from './watch-health.js';

/** What strangers send all the time, each request from another network. */
type Flood = 'none' | 'log-in' | 'sign-up';

const FLOOD_PER_SECOND = 25;
const PHASE_MS = 20_000;
/** The service begins with room for the log-ins of a busy moment, which the flood uses up first. */
const WARM_UP_MS = 20_000;
const CALLERS = 4;
const OWNERS = 4;
const OWNER_PAUSE_MS = 4000;

interface FloodRow {
  readonly flood: Flood;
  /** Calls of paying callers that succeeded. */
  readonly callsPerSecond: number;
  /** By the CPU time that the service had, so that other programs on the machine do not matter. */
  readonly callsPerCpuSecond: number;
  /** As a share of those without a flood. */
  readonly callShare: number;
  /** Log-ins of owners from browsers that they have used before: the share that succeeded. */
  readonly ownerShare: number;
  readonly healthzMs: number;
}

/** Passwords are hashed for anybody who requests it: how paying callers and owners fare beside a flood from many networks. */
export async function logInFloods(): Promise<readonly FloodRow[]> {
  const service = await startService({
    env: { FACET_LOG_LEVEL: 'fatal', FACET_WORKERS: '2', FACET_TRUST_PROXY: '1' },
  });
  try {
    const owners: SignedUp[] = [];
    for (let n = 0; n < OWNERS; n++)
      owners.push(await signUp(service.url, `owner-${n}`, n === 0 ? 'business' : undefined));
    const rows: FloodRow[] = [];
    for (const flood of ['log-in', 'sign-up'] as const) {
      // Measured anew each time, because other programs take their share of the machine.
      const quiet = await phase(service, 'none', owners);
      const row = await phase(service, flood, owners);
      rows.push({ ...quiet, callShare: 1 });
      rows.push({ ...row, callShare: row.callsPerCpuSecond / quiet.callsPerCpuSecond });
    }
    return rows;
  } finally {
    await service.stop();
  }
}

/** Paying callers keep most of their calls, and owners get in. */
export const isFloodWithin = ({ callShare, ownerShare }: FloodRow): boolean =>
  callShare >= 0.75 && ownerShare >= 0.95;

export const FLOOD_ROUTES = ['POST /account/log-in', 'POST /account/sign-up'];

export const FLOOD_COLUMNS = [
  `strangers, ${FLOOD_PER_SECOND} a second`,
  'paid calls/s',
  'paid calls/CPU s',
  'of those without',
  'owners’ log-ins',
  '/healthz (ms)',
];

export const floodCells = (row: FloodRow): string[] => [
  row.flood,
  row.callsPerSecond.toFixed(2),
  row.callsPerCpuSecond.toFixed(2),
  percent(row.callShare),
  percent(row.ownerShare),
  row.healthzMs.toFixed(0),
];

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

async function phase(
  { url, process: { pid } }: StartedService,
  flood: Flood,
  owners: readonly SignedUp[],
): Promise<Omit<FloodRow, 'callShare'>> {
  const end = new AbortController();
  const flooding = flood === 'none' ? Promise.resolve() : sendFlood(url, flood, end.signal);
  if (flood !== 'none') await sleep(WARM_UP_MS);
  const until = performance.now() + PHASE_MS;
  const before = await processFigures(pid);
  const slowestHealth = await watchHealth(url);
  const call = await ordinaryCall(owners[0]?.apiKey ?? '');
  const [called, entered] = await Promise.all([
    Promise.all(Array.from({ length: CALLERS }, () => repeat(until, 0, () => send(url, call)))),
    Promise.all(owners.map((owner) => repeat(until, OWNER_PAUSE_MS, () => send(url, logIn(owner))))),
  ]);
  const healthzMs = await slowestHealth();
  const cpuSeconds = (await processFigures(pid)).cpuSeconds - before.cpuSeconds;
  end.abort();
  await flooding;
  const [calls, logIns] = [called.flat(), entered.flat()];
  const succeeded = calls.filter(isOk).length;
  return {
    flood,
    callsPerSecond: (1000 * succeeded) / PHASE_MS,
    callsPerCpuSecond: succeeded / cpuSeconds,
    ownerShare: logIns.filter(isOk).length / logIns.length,
    healthzMs,
  };
}

const isOk = (status: number): boolean => status === 200;

async function repeat(until: number, pauseMs: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  while (performance.now() < until) {
    statuses.push(await work().catch(() => 0));
    await sleep(pauseMs);
  }
  return statuses;
}

/** Whether or not earlier ones are completed. */
async function sendFlood(url: string, flood: 'log-in' | 'sign-up', signal: AbortSignal): Promise<void> {
  const open = new Set<Promise<unknown>>();
  for (let n = 0; !signal.aborted; n++) {
    const sent = send(url, fromNetwork(n, flood, `${flood}-${n}@strangers.example`)).catch(() => 0);
    open.add(sent);
    void sent.finally(() => open.delete(sent));
    await sleep(1000 / FLOOD_PER_SECOND);
  }
  await Promise.all(open);
}

const fromNetwork = (n: number, route: 'log-in' | 'sign-up', email: string): Attempt => ({
  route,
  name: 'a stranger',
  method: 'POST',
  path: `/account/${route}`,
  headers: {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  },
  body: JSON.stringify({ email, password: 'a guess that is wrong' }),
});

/** From a browser that is known. */
const logIn = ({ email, password, cookie }: SignedUp): Attempt => ({
  route: 'log-in',
  name: 'an owner',
  method: 'POST',
  path: '/account/log-in',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', cookie },
  body: JSON.stringify({ email, password }),
});
