import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, signUp, startService } from '@facet/test-support';
import { CollectionClient } from './collections/collection-client.js';
import { saveResults } from './common/save-results.js';
import { readSample } from './data/sample-photos.js';
import { DIMENSIONS, LIKE_FACES, seededRandom, VectorSource } from './gallery/synthetic-vectors.js';
import type { CoveredRequest } from './request-path/covered-server.js';

/**
 * `npm run bench:request-path`: the source files in which a function is called during one request, once the service is warm,
 * on its main thread, with SQLite. What timers do besides differs from request to request: a file counts if it ran in each
 * of several.
 */
const WARM_UP_CALLS = 20;
const REQUESTS = 5;
/** After the response, until the call is counted. */
const SETTLED_MS = 300;
const PEOPLE = 100;
const COLLECTION = 'people';
/** What admits a call, counts it, and what both stand on. */
const METERING = /^packages\/server\/dist\/(?:(?:accounts|db|work)\/|http\/.*authenticat)/;

const port = await freePort();
const service = await startService({
  main: fileURLToPath(new URL('request-path/covered-server.js', import.meta.url)),
  env: {
    COVERAGE_PORT: String(port),
    FACET_COLLECTIONS: '1',
    FACET_WORKERS: '1',
    FACET_LOG_LEVEL: 'warn',
  },
});
const { apiKey } = await signUp(service.url, 'request-path', 'business');
const client = new CollectionClient(service.url, apiKey);
try {
  const photo = new Blob([Uint8Array.from(await readSample('sample3.jpg'))]);
  const upload = await covered(async () => {
    const body = new FormData();
    body.append('image_attr', photo, 'photo.jpg');
    const url = `${service.url}/get_image_attr`;
    const response = await fetch(url, { method: 'POST', headers: { user_id: apiKey }, body });
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  });
  const search = await coveredSearch();
  const ways = {
    'A photo, to the worker': upload.toHandOver,
    'A key, to the counted call': upload.all.filter((file) => METERING.test(file)),
    'A search by vector': search.all,
  };
  for (const [way, files] of Object.entries(ways)) {
    console.log(`${way}: ${files.length} files\n`);
    for (const file of files) console.log(`  ${file}`);
    console.log();
  }
  const counts = Object.entries(ways).map(([way, { length }]) => [way, length] as const);
  console.log(`Saved to ${await saveResults('request-path', Object.fromEntries(counts))}`);
} finally {
  await client.close();
  await service.stop();
}

/** What runs in each of several requests, after those that warm up. */
async function covered(request: () => Promise<unknown>): Promise<CoveredRequest> {
  for (let n = 0; n < WARM_UP_CALLS; n++) await request();
  await sleep(SETTLED_MS);
  const each: CoveredRequest[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    await taken();
    await request();
    await sleep(SETTLED_MS);
    each.push(await taken());
  }
  return {
    toHandOver: inEach(each.map(({ toHandOver }) => toHandOver)),
    all: inEach(each.map(({ all }) => all)),
  };
}

async function coveredSearch(): Promise<CoveredRequest> {
  const source = new VectorSource(LIKE_FACES, seededRandom(1));
  const people = Array.from(
    { length: PEOPLE },
    (_, n) => [`person-${n}`, source.newPerson(new Float32Array(DIMENSIONS))] as const,
  );
  await client.create(COLLECTION);
  await client.import(COLLECTION, people);
  const vector = people[0]?.[1] ?? new Float32Array(DIMENSIONS);
  return covered(() => client.search(COLLECTION, source.again(vector, 0.5)));
}

/** What ran since this was last called. */
async function taken(): Promise<CoveredRequest> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as CoveredRequest;
}

function inEach([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return first.filter((file) => others.every((other) => other.includes(file))).sort();
}
