import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, signUp, startService } from '@facet/test-support';
import { Agent, request } from 'undici';
import { CollectionClient } from './collections/collection-client.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';
import { readSample } from './data/sample-photos.js';
import { DIMENSIONS, LIKE_FACES, seededRandom, VectorSource } from './gallery/synthetic-vectors.js';

/**
 * `npm run bench:fairness`: how long a paying caller waits who sends one photo after another, while another account works
 * on its people; each attack beside a control in the same run, on SQLite with two workers.
 */
const SECONDS = 7;
const PEOPLE = 5000;
const COLLECTION = 'compreface';
const HEALTH_EVERY_MS = 50;

interface Attack {
  readonly name: string;
  readonly parallel: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer;
}

const service = await startService({
  env: {
    FACET_COLLECTIONS: '1',
    FACET_COMPREFACE: '1',
    FACET_WORKERS: '2',
    FACET_LOG_LEVEL: 'error',
  },
});
const { apiKey: paying } = await signUp(service.url, 'paying', 'business');
const { apiKey: other } = await signUp(service.url, 'other', 'business');
const client = new CollectionClient(service.url, other);
const agent = new Agent({ connections: 16, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });

try {
  const photo = await readSample('sample3.jpg');
  const source = new VectorSource(LIKE_FACES, seededRandom(1));
  const people = Array.from(
    { length: PEOPLE },
    (_, n) => [`person-${n}`, source.newPerson(new Float32Array(DIMENSIONS))] as const,
  );
  await client.create(COLLECTION);
  for (let from = 0; from < PEOPLE; from += 1000)
    await client.import(COLLECTION, people.slice(from, from + 1000));
  const gallery = await exported();

  const embeddings = people.slice(0, 12).map(([, vector]) => Array.from(vector));
  const attacks: readonly Attack[] = [
    {
      name: '3 × embeddings/recognize, 12 vectors, 100 people each',
      parallel: 3,
      method: 'POST',
      path: '/api/v1/recognition/embeddings/recognize?prediction_count=100',
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ embeddings })),
    },
    { name: '6 × subjects', parallel: 6, method: 'GET', path: '/api/v1/recognition/subjects' },
    { name: '6 × faces?size=1000', parallel: 6, method: 'GET', path: '/api/v1/recognition/faces?size=1000' },
    {
      name: '6 × people?limit=1000',
      parallel: 6,
      method: 'GET',
      path: `/collections/${COLLECTION}/people?limit=1000`,
    },
    { name: '2 × export', parallel: 2, method: 'GET', path: `/collections/${COLLECTION}/export` },
    {
      name: '2 × import',
      parallel: 2,
      method: 'POST',
      path: `/collections/${COLLECTION}/import`,
      type: 'application/octet-stream',
      body: gallery,
    },
  ];
  await measured(photo);
  const rows = [];
  for (const attack of attacks) {
    const control = await measured(photo);
    const stop = new AbortController();
    const attacking = Promise.all(
      Array.from({ length: attack.parallel }, () => repeated(attack, stop.signal)),
    );
    await sleep(500);
    const under = await measured(photo);
    stop.abort();
    const done = (await attacking).reduce((sum, { answered }) => sum + answered, 0);
    rows.push({
      attack: attack.name,
      median: rounded(under.median / control.median),
      p95: rounded(under.p95 / control.p95),
      alone: `${rounded(control.median)} ms`,
      calls: `${under.calls} of ${control.calls}`,
      healthz: `${rounded(under.health)} ms`,
      lost: under.lost,
      'attacks answered': done,
    });
    console.log(rows.at(-1));
  }
  const [first] = rows;
  printTable(
    Object.keys(first ?? {}),
    rows.map((row) => Object.values(row).map(String)),
  );
  console.log(`Saved to ${await saveResults('fairness', rows)}`);
} finally {
  await client.close();
  await agent.close();
  await service.stop();
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

interface Measured {
  readonly median: number;
  readonly p95: number;
  readonly calls: number;
  readonly lost: number;
  /** The slowest response of `/healthz`. */
  readonly health: number;
}

/** One call after another of the paying caller. */
async function measured(photo: Uint8Array): Promise<Measured> {
  const times: number[] = [];
  let lost = 0;
  const ends = performance.now() + SECONDS * 1000;
  const watching = slowestHealth(ends);
  while (performance.now() < ends) {
    const body = new FormData();
    body.append('img', new Blob([Uint8Array.from(photo)]), 'photo.jpg');
    const began = performance.now();
    const response = await fetch(`${service.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id: paying },
      body,
    });
    await response.arrayBuffer();
    if (response.status !== 200) lost++;
    times.push(performance.now() - began);
  }
  return {
    median: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    calls: times.length,
    lost,
    health: await watching,
  };
}

async function slowestHealth(ends: number): Promise<number> {
  let slowest = 0;
  while (performance.now() < ends) {
    const began = performance.now();
    await (await fetch(`${service.url}/healthz`)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(HEALTH_EVERY_MS);
  }
  return slowest;
}

/** One request after another until the end. */
async function repeated(
  { method, path, type, body }: Attack,
  signal: AbortSignal,
): Promise<{ readonly answered: number }> {
  const key = path.startsWith('/api/') ? 'x-api-key' : 'user_id';
  let answered = 0;
  while (!signal.aborted) {
    const { statusCode, body: response } = await request(service.url + path, {
      method,
      dispatcher: agent,
      headers: { [key]: other, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    if (statusCode === 200) answered++;
    else await sleep(20);
  }
  return { answered };
}

async function exported(): Promise<Buffer> {
  const { body } = await request(`${service.url}/collections/${COLLECTION}/export`, {
    dispatcher: agent,
    headers: { user_id: other },
  });
  return Buffer.from(await body.arrayBuffer());
}
