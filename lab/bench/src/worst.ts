import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, signUp, startService, type StartedService } from '@facet/test-support';
import { Random } from './common/random.js';
import { readSample } from './data/sample-photos.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';
import { collectionAttempts } from './worst/collection-calls.js';
import { endedBodies } from './worst/ended-bodies.js';
import { expensiveImages } from './worst/image-search.js';
import { FLOOD_COLUMNS, FLOOD_ROUTES, floodCells, isFloodWithin, logInFloods } from './worst/log-in-flood.js';
import { livenessAttempts } from './worst/liveness-check.js';
import { costOf, sideBySide, type Cost, type SideBySide } from './worst/measure.js';
import { ordinaryCall } from './worst/ordinary-call.js';
import { rekognitionAttempts } from './worst/rekognition-calls.js';
import { allAttempts, COLLECTION, type Attempt } from './worst/requests.js';
import { crowd, faceImages } from './worst/face-images.js';
import { watchHealth } from './worst/watch-health.js';
import { tinyBoxAttempts, webpAndAvifAttempts } from './worst/webp-and-avif.js';

/**
 * Searches for the most expensive request of every route: what it costs alone, and how others fare beside twenty of it.
 * `npm run bench:worst -- <tries> <seed> <route>`; more tries search longer for expensive images, 0 leaves that search out.
 * With a part of a route's name only such routes are measured (`avif`, `webp` and `box` are parts of names, too), and nothing is saved.
 */
const [tries = '40', seed = '1', only = ''] = process.argv.slice(2);
/** `healthzMs` is what it may take beyond its slowest response while the service is idle. */
const MOST = { megabytes: 150, healthzMs: 250 };
const IDLE_MS = 3000;
/** Without an account and without an image there is less to do. */
const mostCpuSeconds = ({ headers, mostCpuSeconds: own }: Attempt): number =>
  own ?? ('user_id' in headers || 'authorization' in headers || 'sec-fetch-site' in headers ? 3 : 2);
const API_KEY = 'worst-api-key';

/** These rows have searches of their own. */
const isOfSearch = /avif|webp|box/.test(only);

const images =
  tries === '0' || isOfSearch ? [] : await expensiveImages(new Random(Number(seed)), Number(tries));
const service = await startService({
  apiKey: API_KEY,
  env: {
    FACET_LOG_LEVEL: 'warn',
    FACET_WORKERS: '2',
    FACET_MAX_WAITING: '256',
    FACET_COLLECTIONS: '1',
    FACET_COMPREFACE: '1',
    FACET_REKOGNITION: '1',
    // The limits of trial calls are tested elsewhere; here each call has to reach the engine.
    FACET_TRIAL_CALLS: '10000',
    FACET_TRIAL_CALLS_PER_NETWORK: '10000',
    FACET_TRIAL_OPEN: '64',
    FACET_TRIAL_OPEN_PER_NETWORK: '64',
  },
});
const rows: (Cost & SideBySide)[] = [];
let idleHealthzMs = 0;
try {
  const other = await ordinaryCall((await signUp(service.url, 'other', 'business')).apiKey);
  await costOf(service, other);
  const usual = await usualCost(service, other);
  console.log(`An ordinary call, Face Vector of a portrait, takes ${usual.toFixed(3)} s of CPU time.`);
  const slowestIdle = await watchHealth(service.url);
  await sleep(IDLE_MS);
  idleHealthzMs = await slowestIdle();
  console.log(`While the service is idle, /healthz takes up to ${idleHealthzMs.toFixed(0)} ms.`);
  await fetch(`${service.url}/collections/${COLLECTION}`, { method: 'PUT', headers: { user_id: API_KEY } });
  const attempts = [
    ...(isOfSearch ? [] : [...(await allAttempts(service.url, API_KEY, images)), ...endedBodies(API_KEY)]),
    ...(isOfSearch || only === '' ? await webpAvifAndBoxes(service.url) : []),
    ...(isOfSearch
      ? []
      : rekognitionAttempts(service.output(), [
          ...images,
          ...(await faceImages({ url: service.url, apiKey: API_KEY })),
        ])),
    ...(only === '' || /collections|import|search|verify/.test(only)
      ? await collectionAttempts(
          service.url,
          API_KEY,
          await faceImages({ url: service.url, apiKey: API_KEY }),
        )
      : []),
    ...('POST /check_liveness'.includes(only)
      ? await livenessAttempts(service.url, API_KEY, await crowd(service.url, API_KEY))
      : []),
  ].filter(({ route }) => route.includes(only));
  for (const route of new Set(attempts.map((attempt) => attempt.route))) {
    const costs: Cost[] = [];
    for (const attempt of attempts.filter((each) => each.route === route))
      costs.push(await costOf(service, attempt));
    for (const worst of new Set([most(costs, 'cpuSeconds'), most(costs, 'megabytes')])) {
      const row = { ...worst, ...(await sideBySide(service, worst.attempt, other)) };
      rows.push(row);
      console.log(cells(row).join(' | '));
    }
  }
} finally {
  await service.stop();
}

console.log();
printTable(
  [
    'route',
    'most expensive request found',
    'status',
    'CPU s',
    'MB',
    '/healthz beside 20 (ms)',
    'others served',
  ],
  rows.map(cells),
);
const isWithin = (row: Cost & SideBySide): boolean => isAsExpected(row) && isWithinBounds(row);
const isAsExpected = ({ status, attempt }: Cost): boolean => status === (attempt.expectedStatus ?? status);
const isWithinBounds = ({ attempt, cpuSeconds, megabytes, healthzMs, served }: Cost & SideBySide): boolean =>
  cpuSeconds <= mostCpuSeconds(attempt) &&
  megabytes <= MOST.megabytes &&
  healthzMs <= idleHealthzMs + MOST.healthzMs &&
  served > 0;
if (only === '') console.log(`\nSaved to ${await saveResults('worst', costliest(rows), 'requests')}`);
const over = rows.filter((row) => !isWithin(row));
for (const row of over) console.log(`Over a bound: ${cells(row).join(' | ')}`);
if (over.length > 0) process.exitCode = 1;
if (FLOOD_ROUTES.some((route) => route.includes(only))) {
  const floods = await logInFloods();
  console.log();
  printTable(FLOOD_COLUMNS, floods.map(floodCells));
  if (only === '') console.log(`\nSaved to ${await saveResults('worst', floods, 'floods')}`);
  if (!floods.every(isFloodWithin)) process.exitCode = 1;
}

/** The request of each route that took most processor time. */
function costliest(all: readonly (Cost & SideBySide)[]): object[] {
  const byRoute = new Map<string, Cost & SideBySide>();
  for (const row of all) {
    const known = byRoute.get(row.attempt.route);
    if (known === undefined || row.cpuSeconds > known.cpuSeconds) byRoute.set(row.attempt.route, row);
  }
  return [...byRoute.values()].map(({ attempt: { route, name }, ...figures }) => ({
    route,
    name,
    ...figures,
  }));
}

async function webpAvifAndBoxes(url: string): Promise<Attempt[]> {
  const boxes = tinyBoxAttempts(API_KEY, await readSample('sample1.jpg'));
  if (only.includes('box')) return boxes;
  const faces = await crowd(url, API_KEY);
  const found = await webpAndAvifAttempts(
    API_KEY,
    faces,
    new Random(Number(seed)),
    Math.ceil(Number(tries) / 4),
  );
  return [...found, ...boxes];
}

/** Of several calls, the median. */
async function usualCost(to: StartedService, ordinary: Attempt): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < 5; n++) costs.push((await costOf(to, ordinary)).cpuSeconds);
  return percentile(costs, 0.5);
}

function most(costs: readonly Cost[], measure: 'cpuSeconds' | 'megabytes'): Cost {
  const [worst] = [...costs].sort((a, b) => b[measure] - a[measure]);
  if (worst === undefined) throw new Error('A route has no request.');
  return worst;
}

function cells({
  attempt,
  status,
  cpuSeconds,
  megabytes,
  healthzMs,
  served,
  calls,
}: Cost & SideBySide): string[] {
  return [
    attempt.route,
    attempt.name,
    String(status),
    cpuSeconds.toFixed(3),
    megabytes.toFixed(0),
    healthzMs.toFixed(0),
    `${served} of ${calls}`,
  ];
}
