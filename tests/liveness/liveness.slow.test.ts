import { setTimeout } from 'node:timers/promises';
import { FacetClient, type LivenessFrame } from '@facet/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { postForm } from '../service/calls.js';
import { API_KEY, signUp, useService, type StartedService } from '../service/started-service.js';
import {
  frameOfHead,
  framesOfTake,
  openSampleHead,
  SHOWN_ACTIONS,
  type Head,
  type ShownAction,
} from '../../lab/bench/src/liveness/warped-photo.js';
import {
  hasFootage,
  readFootage,
  REAL_ACTIONS,
  realTake,
  type Footage,
  type RealAction,
} from './real-takes.js';

const shared = useService();
let service: StartedService;
let client: FacetClient;
let footage: Footage;
/** A photo that a program moves. */
let photo: Head;

beforeAll(async () => {
  service = shared();
  client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
  photo = await openSampleHead();
  if (hasFootage) footage = await readFootage();
});

const GAP_MS = 250;

/** Frames with their times, once the session has been open for as long as the take lasts. */
async function recorded(frames: readonly Buffer[]): Promise<LivenessFrame[]> {
  await setTimeout(frames.length * GAP_MS);
  return frames.map((image, n) => ({ image, timeMs: n * GAP_MS }));
}

/** A session, and the frames of a take in which a person does what it asks for. */
async function genuineTake(
  steps = 3,
): Promise<{ session: string; steps: readonly RealAction[]; frames: LivenessFrame[] }> {
  const opened = await client.livenessSession({ actions: REAL_ACTIONS, steps, person: 'genuine' });
  const asked = opened.steps as readonly RealAction[];
  return { session: opened.session, steps: asked, frames: await recorded(realTake(footage, asked)) };
}

describe.skipIf(!hasFootage)('a genuine liveness check', () => {
  it('is live if the head makes the movements, and says whose it is', async () => {
    const { session, steps, frames } = await genuineTake(5);
    const result = await client.checkLiveness(session, frames, {
      expected: footage.straight,
      returnVector: true,
    });
    expect(result).toMatchObject({
      isLive: true,
      reason: null,
      explanation: null,
      challengeScore: 1,
      match: { isMatch: true },
    });
    expect(result.steps.map(({ action, isDone }) => ({ action, isDone }))).toEqual(
      steps.map((action) => ({ action, isDone: true })),
    );
    expect(result.spoofScore).toBeLessThan(0.7);
    expect(result.vector).toHaveLength(128);
  });

  it('knows somebody else by a stored vector', async () => {
    const { session, frames } = await genuineTake(2);
    const other = await client.vector(await frameOfHead(photo, {}));
    const result = await client.checkLiveness(session, frames, { expected: other });
    expect(result).toMatchObject({ isLive: true, match: { isMatch: false } });
  });

  it('works once for each session', async () => {
    const { session, frames } = await genuineTake(2);
    expect((await client.checkLiveness(session, frames)).isLive).toBe(true);
    await expect(client.checkLiveness(session, frames)).rejects.toMatchObject({
      code: '2020',
      message: expect.stringContaining('already used') as string,
    });
  });

  it('does not accept the movements in another order', async () => {
    const { session, steps } = await client.livenessSession({ actions: REAL_ACTIONS, steps: 2 });
    const [first, second] = steps as readonly [RealAction, RealAction];
    const result = await client.checkLiveness(session, await recorded(realTake(footage, [second, first])));
    expect(result.isLive).toBe(false);
    expect(['step_missing', 'wrong_movement']).toContain(result.reason);
  });

  it('rejects a session of another account, and one that nobody opened', async () => {
    const { apiKey } = await signUp(service.url, 'stranger', 'free');
    const stranger = new FacetClient({ baseUrl: service.url, apiKey });
    const { session, frames } = await genuineTake(2);
    for (const [each, its] of [
      [stranger, session],
      [client, `${session}x`],
    ] as const)
      await expect(each.checkLiveness(its, frames)).rejects.toMatchObject({ code: '2020' });
    expect((await client.checkLiveness(session, frames)).isLive).toBe(true);
  });
});

describe('a liveness check', () => {
  it('says that a still photo is not live, and why', async () => {
    const { session, steps } = await client.livenessSession();
    // A photo that is held in front of a camera trembles.
    const frames = await Promise.all(
      Array.from({ length: 12 }, (_, n) => frameOfHead(photo, { near: 1 + n / 500 })),
    );
    const result = await client.checkLiveness(session, await recorded(frames));
    expect(result).toMatchObject({ isLive: false, reason: 'step_missing', challengeScore: 0 });
    expect(result.explanation).toContain('A movement was not seen');
    expect(result.steps).toEqual(steps.map((action) => ({ action, isDone: false, frame: null })));
  });

  it('recognises a photo that a program moves as the session asks for', async () => {
    const { session, steps } = await client.livenessSession({ actions: SHOWN_ACTIONS });
    const frames = await framesOfTake(photo, steps as readonly ShownAction[]);
    const result = await client.checkLiveness(session, await recorded(frames));
    expect(result).toMatchObject({ isLive: false, reason: 'still_photo', challengeScore: 1 });
  });

  it('does not accept frames that would have been taken before the session was opened', async () => {
    const { session } = await client.livenessSession();
    const frames = await recorded([await frameOfHead(photo, {}), await frameOfHead(photo, { near: 1.01 })]);
    const slow = Array.from({ length: 24 }, (_, n) => ({
      ...(frames[n % 2] ?? frames[0]),
      timeMs: n * 1500,
    }));
    const result = await client.checkLiveness(session, slow as LivenessFrame[]);
    expect(result).toMatchObject({ isLive: false, reason: 'frame_times' });
  });

  it('has a person wait who does not pass', async () => {
    for (let n = 0; n < 5; n++) await client.livenessSession({ person: 'insistent' });
    await expect(client.livenessSession({ person: 'insistent' })).rejects.toMatchObject({ code: '4293' });
    await client.livenessSession({ person: 'somebody else' });
  });

  it('rejects too many frames, and times that are not one for each', async () => {
    const { session } = await client.livenessSession();
    const frame = { image: await frameOfHead(photo, {}), timeMs: 0 };
    await expect(
      client.checkLiveness(
        session,
        Array.from({ length: 25 }, () => frame),
      ),
    ).rejects.toMatchObject({
      code: '2002',
    });
    const { body } = await postForm(`${service.url}/check_liveness`, { session, times: '0,500' });
    expect(body.code).toBe('2002');
  });
});
