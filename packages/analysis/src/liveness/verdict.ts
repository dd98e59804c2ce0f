import { centre, height, width } from '../geometry/box.js';
import { isBack, progress, sizeOf, type LivenessAction } from './actions.js';
import { depthEvidence, foreshortening } from './flatness.js';
import type { FrameFace, FrameMeasurement } from './frame.js';
import { noveltyOf } from './novelty.js';

/** Why a check says that nobody is there, in the order in which the checks are made. */
export const LIVENESS_REASONS = [
  'frame_times',
  'no_face',
  'several_faces',
  'face_too_small',
  'repeated_frames',
  'cut',
  'not_facing_camera',
  'wrong_movement',
  'step_missing',
  'flat',
  'still_photo',
  'several_people',
  'spoof',
] as const;

export type LivenessReason = (typeof LIVENESS_REASONS)[number];

/** A frame and its time in milliseconds. */
export interface TimedFrame extends FrameMeasurement {
  readonly time: number;
}

/** A frame in which there is one face to judge. */
interface FaceFrame extends TimedFrame {
  readonly face: FrameFace;
}

export interface LivenessStep {
  readonly action: LivenessAction;
  readonly done: boolean;
  /** The frame in which the movement was complete. */
  readonly frame: number | null;
}

/** Between two frames, in milliseconds: a camera is not faster, and in a longer gap anything could happen. */
export const FRAME_GAP = { from: 20, to: 2000 } as const;
/** From the middle to the completed movement. */
const STEP_MS = 15_000;

/** Nobody moves and looks at the camera again in less, in milliseconds. */
const LEAST_STEP_MS = 400;
/** Two clocks run differently, in milliseconds. */
const CLOCK_ERROR = 1000;

/** Whether frames with these times can be one take with so many movements, which lasted no longer than `longestMs`. */
export function areTimesPlausible(times: readonly number[], steps: number, longestMs: number): boolean {
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return (
    lasted >= steps * LEAST_STEP_MS &&
    lasted <= longestMs + CLOCK_ERROR &&
    times.every((time, n) => {
      const gap = time - (times[n - 1] ?? time - FRAME_GAP.from);
      return Number.isFinite(time) && gap >= FRAME_GAP.from && gap <= FRAME_GAP.to;
    })
  );
}

/** The longer side of the smallest face, in pixels. */
const MIN_FACE = 60;
/**
 * How far a face may move from one frame to the next, and how fast: a sum of both, because people turn their heads by up to
 * 70 degrees between frames 0.7 s apart. Shift and growth are relative to the face, angles in degrees.
 */
const MOVES = {
  shift: { least: 0.4, perSecond: 0.4 },
  growth: { least: 0.3, perSecond: 0.5 },
  yaw: { least: 20, perSecond: 80 },
  pitch: { least: 15, perSecond: 60 },
} as const;

/** What is wrong with a frame after the one before it; null if they can be parts of one take. */
export function faultOf(frame: TimedFrame, previous: TimedFrame | undefined): LivenessReason | null {
  const { face, otherFaces } = frame;
  if (face === null) return 'no_face';
  if (otherFaces > 0) return 'several_faces';
  if (sizeOf(face) < MIN_FACE) return 'face_too_small';
  const before = previous?.face;
  if (previous === undefined || before === null || before === undefined) return null;
  if (frame.fingerprint === previous.fingerprint) return 'repeated_frames';
  return isOneTake(frame, face, previous, before) ? null : 'cut';
}

function isOneTake(frame: TimedFrame, face: FrameFace, previous: TimedFrame, before: FrameFace): boolean {
  const seconds = (frame.time - previous.time) / 1000;
  const within = (move: keyof typeof MOVES, value: number): boolean =>
    Math.abs(value) <= MOVES[move].least + MOVES[move].perSecond * seconds;
  const { width: w, height: h } = frame.imageSize;
  const [a, b] = [centre(before.box), centre(face.box)];
  const [small, large] = [Math.min(sizeOf(before), sizeOf(face)), Math.max(sizeOf(before), sizeOf(face))];
  return (
    w === previous.imageSize.width &&
    h === previous.imageSize.height &&
    within('shift', Math.hypot(b.x - a.x, b.y - a.y) / small) &&
    within('growth', large / small - 1) &&
    within('yaw', face.pose.yaw - before.pose.yaw) &&
    within('pitch', face.pose.pitch - before.pose.pitch)
  );
}

/** A head that makes the movements turns about so far in all, and a little for each frame; frames in another order jump about. */
const TRAVEL = { factor: 1.5, least: 60, perFrame: 3 } as const;

/** Whether the head turns to and fro more than the movements explain. */
export function jumpsAbout(
  { steps, middles }: Pick<FollowedSteps, 'steps' | 'middles'>,
  frames: readonly TimedFrame[],
): boolean {
  const angle = (a: FrameFace | null | undefined, b: FrameFace | null | undefined): number =>
    a && b ? Math.hypot(a.pose.yaw - b.pose.yaw, a.pose.pitch - b.pose.pitch) : 0;
  const start = frames[middles[0] ?? 0]?.face;
  const travelled = frames.reduce((sum, { face }, n) => sum + angle(face, frames[n - 1]?.face), 0);
  const needed = steps.reduce((sum, { action, frame }) => {
    if (frame === null || !start) return sum;
    return sum + 2 * angle(frames[farthest(action, frames, frame, start)]?.face, start);
  }, 0);
  return travelled > TRAVEL.factor * needed + TRAVEL.least + TRAVEL.perFrame * frames.length;
}

/** How often the same frame may appear: before and after each step at most. */
export function hasRepeatedFrames(frames: readonly FrameMeasurement[], steps: number): boolean {
  const counts = new Map<string, number>();
  for (const { fingerprint } of frames) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  return Math.max(...counts.values()) > steps + 1;
}

export interface FollowedSteps {
  readonly steps: readonly LivenessStep[];
  /** The frames in which the person looked at the camera: at the beginning, and before each further step. */
  readonly middles: readonly number[];
  readonly reason: LivenessReason | null;
}

/** At the beginning a person looks at the camera, within this many degrees. */
const FACING = { yaw: 22, pitch: 28 } as const;

/** Follows the steps through the frames, all of which have a face. */
export function followSteps(
  actions: readonly LivenessAction[],
  frames: readonly TimedFrame[],
): FollowedSteps {
  const seen = frames.filter((frame): frame is FaceFrame => frame.face !== null);
  const first = seen.findIndex(
    ({ face: { pose } }) => Math.abs(pose.yaw) <= FACING.yaw && Math.abs(pose.pitch) <= FACING.pitch,
  );
  const start = startOf(seen, first);
  if (start === null) return { steps: actions.map(missing), middles: [], reason: 'not_facing_camera' };
  const steps: LivenessStep[] = [];
  const middles = [first];
  let reason: LivenessReason | null = null;
  let from = first;
  for (const [n, action] of actions.entries()) {
    const before = actions[n - 1];
    if (reason === null && before !== undefined) {
      const back = seen.findIndex(({ face }, k) => k > from && isBack(before, face, start));
      if (back === -1) reason = 'step_missing';
      else {
        from = back;
        middles.push(back);
      }
    }
    const found: number | LivenessReason | null =
      reason === null ? performed(action, seen, from, start) : null;
    if (typeof found === 'number') {
      steps.push({ action, done: true, frame: found });
      from = found;
      continue;
    }
    reason ??= found ?? 'step_missing';
    steps.push(missing(action));
  }
  return { steps, middles, reason };
}

const missing = (action: LivenessAction): LivenessStep => ({ action, done: false, frame: null });

/** The frame in which the action is complete, or why there is none. */
function performed(
  action: LivenessAction,
  frames: readonly FaceFrame[],
  from: number,
  start: FrameFace,
): number | LivenessReason {
  for (let n = from; n < frames.length; n++) {
    const { face, time } = frames[n] ?? {};
    if (face === undefined || time === undefined) break;
    if (time - (frames[from]?.time ?? 0) > STEP_MS) break;
    if (n > from && progress(action, face, start) >= 1) return n;
    if (isOtherMovement(action, face, start)) return 'wrong_movement';
  }
  return 'step_missing';
}

/** Degrees beyond which a head that was to do something else has clearly turned. */
const CLEARLY = { yaw: 28, pitch: 24 } as const;

/** A recording of many movements must not pass because the required ones are among them. */
function isOtherMovement(action: LivenessAction, { pose }: FrameFace, start: FrameFace): boolean {
  const yaw = pose.yaw - start.pose.yaw;
  const pitch = pose.pitch - start.pose.pitch;
  const isTurned =
    action === 'turn_left'
      ? yaw > CLEARLY.yaw
      : action === 'turn_right'
        ? yaw < -CLEARLY.yaw
        : Math.abs(yaw) > CLEARLY.yaw;
  if (action === 'turn_left' || action === 'turn_right') return isTurned;
  const isTilted =
    action === 'look_up'
      ? pitch < -CLEARLY.pitch
      : action === 'look_down'
        ? pitch > CLEARLY.pitch
        : Math.abs(pitch) > CLEARLY.pitch;
  return isTurned || isTilted;
}

/**
 * The face at the beginning, with which all movements are compared. Its expression is the calmest of the take, so that a
 * blink or a smile in one frame does not matter.
 */
function startOf(frames: readonly FaceFrame[], first: number): FrameFace | null {
  const face = frames[first]?.face;
  if (face === undefined) return null;
  const calm = frames.filter((frame) => isBack('turn_left', frame.face, face)).map((frame) => frame.face);
  const eyes = calm.map(({ eyeOpening }) => eyeOpening).sort((a, b) => b - a);
  return {
    ...face,
    mouthOpening: Math.min(...calm.map(({ mouthOpening }) => mouthOpening)),
    smile: Math.min(...calm.map(({ smile }) => smile)),
    eyeOpening: eyes[Math.floor(eyes.length / 4)] ?? face.eyeOpening,
  };
}

/**
 * A flat picture that is turned becomes narrower by more than the pose that the mesh reports explains: at 60 degrees by 20
 * to 45 degrees. Heads stay below 13, but for those that look far up (`npm run bench:liveness`).
 */
const MAX_UNEXPLAINED = 13;
const UNEXPLAINED_PER_DEGREE_UP = 0.2;
/** Degrees. So little is within the errors of the mesh, for instance when a face comes closer, and moves no flat picture enough. */
const SLIGHT = 20;
/**
 * The depth that a turn shows, relative to the square of its angle: 1.7 to 4 for 95 % of the heads, at most 1.2 for flat
 * and bent pictures, which the mesh believes to have some depth.
 */
const MIN_DEPTH = 1.4e-4;
/** Degrees; a profile becomes no narrower. */
const MAX_ANGLE = 45;

/** Whether the face of the take may be a flat picture: compared with the beginning, frame by frame, and at the end of each turn. */
export function looksFlat(
  { steps, middles }: Pick<FollowedSteps, 'steps' | 'middles'>,
  frames: readonly TimedFrame[],
): boolean {
  const start = frames[middles[0] ?? 0]?.face;
  if (start === null || start === undefined) return true;
  return (
    frames.some(({ face }) => face !== null && isTurnedPicture(face, start)) ||
    steps.some(({ action, frame }) => {
      if (frame === null || (action !== 'turn_left' && action !== 'turn_right')) return false;
      const face = frames[farthest(action, frames, frame, start)]?.face;
      return face === null || face === undefined || !hasDepth(face, start);
    })
  );
}

function isTurnedPicture(face: FrameFace, start: FrameFace): boolean {
  const [yaw, pitch] = [face.pose.yaw - start.pose.yaw, face.pose.pitch - start.pose.pitch];
  const explained = Math.hypot(yaw, pitch) + UNEXPLAINED_PER_DEGREE_UP * Math.max(0, pitch);
  return foreshortening(start.rigidPoints, face.rigidPoints) > Math.max(SLIGHT, explained + MAX_UNEXPLAINED);
}

function hasDepth(face: FrameFace, start: FrameFace): boolean {
  const angle = foreshortening(start.rigidPoints, face.rigidPoints);
  return depthEvidence(start.rigidPoints, face.rigidPoints) >= MIN_DEPTH * Math.min(angle, MAX_ANGLE) ** 2;
}

/**
 * What a movement must change of the look of the skin at this angle (degrees), and at others in proportion to this power of the
 * angle: 85 % of the least change of real heads. Photos pulled over a mesh change a third of it (`npm run bench:liveness`).
 */
const LEAST_NOVELTY = {
  turn: { angle: 30, plain: 0.168, relit: 0.092 },
  nod: { angle: 20, plain: 0.05, relit: 0.076 },
} as const;
const NOVELTY_POWER = 1.5;

/** Whether a turn or a nod shows nothing but the picture of the beginning, pulled into another shape. */
export function looksStill(
  { steps, middles }: Pick<FollowedSteps, 'steps' | 'middles'>,
  frames: readonly TimedFrame[],
): boolean {
  const start = frames[middles[0] ?? 0]?.face;
  if (start === null || start === undefined) return true;
  return steps.some(({ action, frame }) => {
    const isTurn = action === 'turn_left' || action === 'turn_right';
    if (frame === null || !(isTurn || action === 'look_up' || action === 'look_down')) return false;
    const face = frames[farthest(action, frames, frame, start)]?.face;
    return face === null || face === undefined || !showsMore(face, start, isTurn);
  });
}

function showsMore(face: FrameFace, start: FrameFace, isTurn: boolean): boolean {
  const yaw = face.pose.yaw - start.pose.yaw;
  const angle = Math.min(Math.abs(isTurn ? yaw : face.pose.pitch - start.pose.pitch), MAX_ANGLE);
  const least = LEAST_NOVELTY[isTurn ? 'turn' : 'nod'];
  const share = (angle / least.angle) ** NOVELTY_POWER;
  const { plain, relit } = noveltyOf(start.skin, face.skin, isTurn ? (yaw > 0 ? 1 : -1) : 0);
  return plain >= share * least.plain && relit >= share * least.relit;
}

/** The frame in which a movement goes furthest, from the one in which it was complete until the face comes back. */
function farthest(
  action: LivenessAction,
  frames: readonly TimedFrame[],
  from: number,
  start: FrameFace,
): number {
  let [best, most] = [from, 0];
  for (let n = from; n < frames.length; n++) {
    const face = frames[n]?.face;
    const reached = face === null || face === undefined ? 0 : progress(action, face, start);
    if (reached < 1) break;
    if (reached > most) [best, most] = [n, reached];
  }
  return best;
}

/** The most useful frame for recognition: facing the camera, eyes open, mouth closed, large. */
export function bestFrame(frames: readonly TimedFrame[]): number | null {
  const scores = frames.map(({ face }) =>
    face === null
      ? -Infinity
      : -Math.hypot(face.pose.yaw, face.pose.pitch) -
        60 * Math.max(0, face.mouthOpening - 0.05) -
        100 * Math.max(0, 0.22 - face.eyeOpening) +
        (5 * Math.min(width(face.box), height(face.box))) / 100,
  );
  const best = Math.max(...scores);
  return Number.isFinite(best) ? scores.indexOf(best) : null;
}
