/** What the person should be doing: looking at the camera, moving, or looking at the camera again. */
export type Phase = 'ready' | 'move' | 'back';

/** One frame of a take. */
interface PlannedFrame {
  /** The step of the challenge, from 0. */
  readonly step: number;
  readonly phase: Phase;
  /** After the frame before it, in milliseconds. */
  readonly afterMs: number;
}

/** The service takes no more frames than this. */
const MAX_FRAMES = 24;
/** More would cost the service time and tell it nothing new. */
const MAX_FRAMES_OF_STEP = 6;
/** The time for each phase: to read and move, and to come back. Frames are at most 1.2 s apart, the service allows 2 s. */
const PHASE_MS = { ready: 1800, move: 2400, back: 1800 } as const;
const READY_FRAMES = 2;

/**
 * When to take the frames of a challenge. The page has no model to see whether a movement was made, so each gets a fixed
 * time: the person looks at the camera, moves, and looks at the camera again, which is the order that the service checks.
 */
export function planOf(steps: number): PlannedFrame[] {
  const ofStep = Math.min(MAX_FRAMES_OF_STEP, Math.floor((MAX_FRAMES - READY_FRAMES) / Math.max(1, steps)));
  const moving = Math.ceil(ofStep / 2);
  return [
    ...framesOf(0, 'ready', READY_FRAMES),
    ...Array.from({ length: steps }, (_, step) => [
      ...framesOf(step, 'move', moving),
      ...framesOf(step, 'back', ofStep - moving),
    ]).flat(),
  ];
}

const framesOf = (step: number, phase: Phase, count: number): PlannedFrame[] =>
  Array.from({ length: count }, () => ({ step, phase, afterMs: PHASE_MS[phase] / count }));
