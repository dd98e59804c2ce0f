import { signUp, type StartedService } from '@facet/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../images/random.js';
import { postFiles, startTarget, USER_ID } from '../shared/service.js';
import { differentFaces } from './faces.js';

const FACES = 64;
const CALLERS = 4;

let alone: StartedService;
let crowded: StartedService;
let faces: readonly Buffer[];
/** What each call is answered when nobody else calls. */
let expected: readonly string[];

beforeAll(async () => {
  alone = await startTarget({ FACET_WORKERS: '1' });
  crowded = await startTarget({ FACET_WORKERS: '3' });
  faces = await differentFaces(alone.url, FACES);
  const answers: string[] = [];
  for (let n = 0; n < FACES; n++) answers.push(await ask(alone, n, USER_ID));
  expected = answers;
});
afterAll(() => Promise.all([alone.stop(), crowded.stop()]));

const face = (n: number): Buffer => {
  const found = faces[n % FACES];
  if (found === undefined) throw new Error('There are too few faces.');
  return found;
};

/** One of three operations on the face of that number; the whole answer, to the last bit of its numbers. */
async function ask({ url }: StartedService, n: number, userId: string): Promise<string> {
  const calls = [
    (): ReturnType<typeof postFiles> => postFiles(`${url}/get_face_vec`, { img: face(n) }, userId),
    (): ReturnType<typeof postFiles> => postFiles(`${url}/get_image_attr`, { image_attr: face(n) }, userId),
    (): ReturnType<typeof postFiles> =>
      postFiles(`${url}/match_faces`, { img_1: face(n), img_2: face(n + 1) }, userId),
  ];
  const answer = await calls[n % calls.length]?.();
  return JSON.stringify(answer?.body);
}

function shuffled(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const order = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n--) {
    const other = random.below(n + 1);
    [order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0];
  }
  return order;
}

async function expectInCrowd(order: readonly number[], userIds: readonly string[]): Promise<void> {
  const answers = await Promise.all(
    order.map(async (n, turn) => [n, await ask(crowded, n, userIds[turn % userIds.length] ?? '')] as const),
  );
  for (const [n, answer] of answers) expect(answer, `call ${n}`).toBe(expected[n]);
}

describe('answers', () => {
  it('differ from face to face, so that a mix-up would show', () => {
    for (const answer of expected) expect(answer).toMatch(/"code":"(1000|3001)"/);
    const succeeded = expected.filter((answer) => answer.includes('"1000"'));
    expect(succeeded.length).toBeGreaterThan(FACES * 0.9);
    const measured = succeeded.filter((answer) => !answer.includes('match'));
    expect(new Set(measured).size).toBe(measured.length);
  });

  it('are the same to the bit in any order', async () => {
    for (const n of shuffled(FACES, 3).slice(0, 16)) expect(await ask(alone, n, USER_ID)).toBe(expected[n]);
  });

  it.each([1, 2])(
    `are the same to the bit among ${FACES} calls at once, by different callers, in every worker (round %i)`,
    async (round) => {
      const callers = await Promise.all(
        Array.from({ length: CALLERS }, (_, n) => signUp(crowded.url, `caller-${round}-${n}`, 'business')),
      );
      await expectInCrowd(
        shuffled(FACES, round),
        callers.map(({ userId }) => userId),
      );
    },
  );

  it('are the same to the bit when a worker’s last image was another one each time', async () => {
    const twice = shuffled(FACES, 9)
      .slice(0, 16)
      .flatMap((n) => [n, (n + 31) % FACES, n]);
    await expectInCrowd(twice, [USER_ID]);
  });
});
