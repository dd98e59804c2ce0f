import { FacetClient, type LivenessFrame } from '@facet/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { postForm } from '../service/calls.js';
import { threePeople } from '../service/photos.js';
import { API_KEY, signUp, useService, type StartedService } from '../service/started-service.js';
import {
  frameOfHead,
  framesOfTake,
  openSampleHead,
  SHOWN_ACTIONS,
  type Head,
  type ShownAction,
} from './turning-head.js';

const shared = useService();
let service: StartedService;
let client: FacetClient;
let head: Head;

beforeAll(async () => {
  service = shared();
  client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
  head = await openSampleHead();
});

const half = (frames: readonly Buffer[]): LivenessFrame[] =>
  frames.map((image, n) => ({ image, timeMs: n * 500 }));

/** A session, and the frames of a take in which the head does what it asks for. */
async function genuineTake(
  steps = 3,
): Promise<{ session: string; steps: readonly ShownAction[]; frames: LivenessFrame[] }> {
  const opened = await client.livenessSession({ actions: SHOWN_ACTIONS, steps });
  const asked = opened.steps as readonly ShownAction[];
  return { session: opened.session, steps: asked, frames: half(await framesOfTake(head, asked)) };
}

describe('a liveness check', () => {
  it('says that a head which makes the movements is live, and whose it is', async () => {
    const { session, steps, frames } = await genuineTake(5);
    const photo = await frameOfHead(head, {});
    const result = await client.checkLiveness(session, frames, { expected: photo, returnVector: true });
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
    const photo = await threePeople();
    const { faces } = await client.attributes(photo);
    const other = await client.vector(photo, { box: faces[2]?.box ?? null });
    const result = await client.checkLiveness(session, frames, { expected: other });
    expect(result).toMatchObject({ isLive: true, match: { isMatch: false } });
  });

  it('says that a still photo is not, and why', async () => {
    const { session, steps } = await client.livenessSession();
    // A photo that is held in front of a camera trembles.
    const frames = await Promise.all(
      Array.from({ length: 12 }, (_, n) => frameOfHead(head, { near: 1 + n / 500 })),
    );
    const result = await client.checkLiveness(session, half(frames));
    expect(result).toMatchObject({ isLive: false, reason: 'step_missing', challengeScore: 0 });
    expect(result.explanation).toContain('A movement was not seen');
    expect(result.steps).toEqual(steps.map((action) => ({ action, isDone: false, frame: null })));
  });

  it('does not accept the movements in another order', async () => {
    const { session, steps } = await client.livenessSession({ actions: SHOWN_ACTIONS, steps: 2 });
    const [first, second] = steps as readonly [ShownAction, ShownAction];
    const result = await client.checkLiveness(session, half(await framesOfTake(head, [second, first])));
    expect(result.isLive).toBe(false);
    expect(['step_missing', 'wrong_movement']).toContain(result.reason);
  });

  it('works once for each session', async () => {
    const { session, frames } = await genuineTake(2);
    expect((await client.checkLiveness(session, frames)).isLive).toBe(true);
    await expect(client.checkLiveness(session, frames)).rejects.toMatchObject({
      code: '2020',
      message: expect.stringContaining('already used') as string,
    });
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

  it('rejects too many frames, and times that are not one for each', async () => {
    const { session } = await client.livenessSession();
    const [frame] = half([await frameOfHead(head, {})]);
    if (frame === undefined) throw new Error('no frame');
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
