import { signUp, type StartedService } from '@facet/test-support';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../images/random.js';
import { postFiles, startTarget, API_KEY } from '../shared/service.js';
import { differentFaces, type Face } from './faces.js';
import { watchWorkers, type WorkByWorker } from './work-by-worker.js';

const FACES = 64;
const CALLERS = 4;
const WORKERS = 3;

let folder: string;
let work: WorkByWorker;
let alone: StartedService;
let crowded: StartedService;
let faces: readonly Face[];
let callers: readonly string[];
/** The response to each call when nobody else calls. */
let expected: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-isolation-'));
  work = await watchWorkers(folder);
  alone = await startTarget();
  crowded = await startTarget({ FACET_WORKERS: String(WORKERS), ...work.env });
  faces = await differentFaces(alone.url, FACES);
  const signedUp = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => signUp(crowded.url, `caller-${n}`, 'business')),
  );
  callers = signedUp.map(({ apiKey }) => apiKey);
  const responses: string[] = [];
  for (let n = 0; n < FACES; n++) responses.push(await ask(alone, n, API_KEY));
  expected = responses;
});
afterAll(async () => {
  await Promise.all([alone.stop(), crowded.stop()]);
  await rm(folder, { recursive: true });
});

const face = (n: number): Face => {
  const found = faces[n % FACES];
  if (found === undefined) throw new Error('There are too few faces.');
  return found;
};

type Asking = (service: StartedService, n: number, apiKey: string) => Promise<string>;

const bodyOf = async (call: ReturnType<typeof postFiles>): Promise<string> =>
  JSON.stringify((await call).body);

const askVector: Asking = ({ url }, n, apiKey) =>
  bodyOf(postFiles(`${url}/get_face_vec`, { img: face(n).image }, apiKey));

const OPERATIONS: readonly Asking[] = [
  askVector,
  ({ url }, n, apiKey) => bodyOf(postFiles(`${url}/get_image_attr`, { image_attr: face(n).image }, apiKey)),
  ...['match_faces', 'compare_faces'].map((path): Asking => ({ url }, n, apiKey) => {
    const pair = { img_1: face(n).image, img_2: face(n + 1).image };
    return bodyOf(postFiles(`${url}/${path}`, pair, apiKey));
  }),
];

/** One of the four operations on the face of that number; the whole answer, to the last bit of its numbers. */
const ask: Asking = (service, n, apiKey) => {
  const asking = OPERATIONS[n % OPERATIONS.length] ?? askVector;
  return asking(service, n, apiKey);
};

function shuffled(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const order = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n--) {
    const other = random.below(n + 1);
    [order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
  }
  return order;
}

/** Makes these calls at once, by different callers, expects every worker to do some of them, and gives back the responses by number. */
async function inCrowd(order: readonly number[], asking: Asking): Promise<(readonly [number, string])[]> {
  const before = await work.done();
  const responses = await Promise.all(
    order.map(async (n, turn) => [n, await asking(crowded, n, callers[turn % CALLERS] ?? '')] as const),
  );
  const after = await work.done();
  expect(after).toHaveLength(WORKERS);
  after.forEach((done, worker) => {
    expect(done - (before[worker] ?? 0), `tasks of worker ${worker}`).toBeGreaterThan(0);
  });
  return responses;
}

describe('answers', () => {
  it('are all successes', () => {
    for (const response of expected) expect(response).toMatch(/"code":"1000"/);
    expect(OPERATIONS).toHaveLength(4);
  });

  it(`are ${FACES} different vectors for ${FACES} different faces at once, each with its caller’s own, to the bit`, async () => {
    const responses = await inCrowd(shuffled(FACES, 1), askVector);
    for (const [n, response] of responses) expect(response, `call ${n}`).toBe(face(n).response);
    const vectors = responses.map(([, response]) => {
      const { code, data } = JSON.parse(response) as { code: string; data: { vector: number[] } };
      expect(code).toBe('1000');
      expect(data.vector).toHaveLength(128);
      return JSON.stringify(data.vector);
    });
    expect(new Set(vectors).size).toBe(FACES);
  });

  it(`are the same to the bit among ${FACES} calls at once of all four operations`, async () => {
    for (const [n, response] of await inCrowd(shuffled(FACES, 2), ask))
      expect(response, `call ${n}`).toBe(expected[n]);
  });

  it('are the same to the bit for the same image in every worker', async () => {
    for (const n of [0, 1, 2, 3]) {
      const same = Array.from({ length: 2 * WORKERS }, () => n);
      for (const [, response] of await inCrowd(same, ask)) expect(response).toBe(expected[n]);
    }
  });

  it('are the same to the bit in any order', async () => {
    for (const n of shuffled(FACES, 3).slice(0, 16)) expect(await ask(alone, n, API_KEY)).toBe(expected[n]);
  });

  it('are the same to the bit when a worker’s last image was another one each time', async () => {
    const twice = shuffled(FACES, 9)
      .slice(0, 16)
      .flatMap((n) => [n, (n + 31) % FACES, n]);
    for (const [n, response] of await inCrowd(twice, ask)) expect(response, `call ${n}`).toBe(expected[n]);
  });
});
