import type { Engine, LivenessAction, LivenessReason, MeasuredFrame } from '@facet/engine';
import { madeTake, type Made } from '../../packages/analysis/src/liveness/made-frames.test.fixture.js';
import { describe, expect, it } from 'vitest';
import { judgeFrames } from '@facet/server/internals';

interface Shown {
  readonly made: Made;
  /** The only number of the vector that is not 0. */
  readonly identity?: number;
  readonly spoof?: number;
}

const ACTIONS: readonly LivenessAction[] = ['turn_left', 'look_up'];
const STRAIGHT: Shown = { made: {} };
const LEFT: Shown = { made: { yaw: -35 } };
const UP: Shown = { made: { pitch: 20 } };
const GENUINE: readonly Shown[] = [STRAIGHT, LEFT, STRAIGHT, UP, STRAIGHT];

/** Why frames of these faces are rejected. What the models would measure is given, what is concluded from it is not. */
async function reasonFor(
  shown: readonly Shown[],
  change: (frame: MeasuredFrame, n: number) => MeasuredFrame = (frame) => frame,
  longestMs = Infinity,
): Promise<LivenessReason | null> {
  const take = madeTake(shown.map(({ made }) => made));
  const frames = take.map((frame, n) => change({ ...frame, timings: {} }, n));
  const files = frames.map((_, n) => Uint8Array.of(n));
  const engine: Pick<Engine, 'measureFrame' | 'describeFrameFace'> = {
    measureFrame: ([n = 0]) => {
      const frame = frames[n];
      return frame === undefined ? Promise.reject(new Error('no frame')) : Promise.resolve(frame);
    },
    describeFrameFace: ([n = 0], { withVector, withSpoofScore }) =>
      Promise.resolve({
        timings: {},
        ...(withVector && { vector: Float32Array.of(shown[n]?.identity ?? 0) }),
        ...(withSpoofScore && { spoofScore: shown[n]?.spoof ?? 0 }),
      }),
  };
  const times = take.map(({ time }) => time);
  const { signal } = new AbortController();
  return (await judgeFrames(engine, { files, times, actions: ACTIONS, longestMs, signal })).reason;
}

const each = (change: Partial<Made>): Shown[] =>
  GENUINE.map((shown) => ({ ...shown, made: { ...shown.made, ...change } }));

describe('the verdict on a take', () => {
  it('is live for a person who makes the movements', async () => {
    expect(await reasonFor(GENUINE)).toBeNull();
  });

  it.each<[LivenessReason, readonly Shown[]]>([
    ['flat', each({ flat: true })],
    ['still_photo', each({ still: true })],
    ['several_people', GENUINE.map((shown, n) => ({ ...shown, identity: n < 3 ? 0 : 0.8 }))],
    ['spoof', GENUINE.map((shown) => ({ ...shown, spoof: 0.9 }))],
    ['step_missing', [STRAIGHT, LEFT, STRAIGHT]],
    ['wrong_movement', [STRAIGHT, { made: { yaw: 35 } }, STRAIGHT, LEFT, STRAIGHT, UP, STRAIGHT]],
    [
      'cut',
      [
        STRAIGHT,
        LEFT,
        STRAIGHT,
        UP,
        ...[20, -20, 20, -20, 20, -20].map((yaw) => ({ made: { yaw } })),
        STRAIGHT,
      ],
    ],
  ])('is %s if that alone is wrong', async (reason, shown) => {
    expect(await reasonFor(shown)).toBe(reason);
  });

  it('rejects frames that repeat, and a second face', async () => {
    const frozen = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? STRAIGHT : LEFT));
    expect(
      await reasonFor([...GENUINE, ...frozen], (frame, n) =>
        n >= GENUINE.length && n % 2 === 1 ? { ...frame, fingerprint: 'same' } : frame,
      ),
    ).toBe('repeated_frames');
    expect(await reasonFor(GENUINE, (frame) => ({ ...frame, otherFaces: 1 }))).toBe('several_faces');
  });

  it('rejects a take that lasted longer than its session', async () => {
    expect(await reasonFor(GENUINE, undefined, 2000)).toBeNull();
    expect(await reasonFor(GENUINE, undefined, 500)).toBe('frame_times');
  });
});
