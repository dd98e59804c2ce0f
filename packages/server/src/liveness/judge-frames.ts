import {
  areTimesPlausible,
  bestFrame,
  distance,
  EngineError,
  faultOf,
  followSteps,
  framesToCompare,
  framesToScore,
  hasRepeatedFrames,
  isOnePerson,
  jumpsAbout,
  looksFlat,
  looksStill,
  SPOOF_LIMIT,
  type Engine,
  type LivenessAction,
  type LivenessReason,
  type LivenessStep,
  type StageTimings,
  type TimedFrame,
} from '@facet/engine';

export interface JudgedFrames {
  readonly reason: LivenessReason | null;
  readonly steps: readonly LivenessStep[];
  /** How much the face looks like a picture, 0 to 1; null if no frame shows a face. */
  readonly spoof: number | null;
  /** The frame that shows the face best; null if none does. */
  readonly bestFrame: number | null;
  readonly timings: readonly StageTimings[];
}

/** The engine failed on this frame. */
export class FrameFailure extends Error {
  constructor(
    readonly frame: number,
    override readonly cause: EngineError,
  ) {
    super(cause.message);
  }
}

interface FramesToJudge {
  readonly files: readonly Uint8Array[];
  /** In milliseconds, of each file. */
  readonly times: readonly number[];
  readonly actions: readonly LivenessAction[];
  /** The take cannot have lasted longer, by the clock of the server. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/** Decoding one frame may take this much of a slow core: enough for 1600×1200 pixels as JPEG, and 640×480 as WebP. */
const FRAME_DECODE_MS = 8;
/** Every second frame is searched for other faces; in the others the mesh follows the face. */
const SEARCH_EVERY = 2;

/**
 * Judges the frames of a liveness check. The first fault of a frame ends it. Each frame gets one mesh; only those on which
 * the verdict rests get a vector, and three a spoof score.
 */
export async function judgeFrames(
  engine: Pick<Engine, 'measureFrame' | 'describeFrameFace'>,
  { files, times, actions, longestMs, signal }: FramesToJudge,
): Promise<JudgedFrames> {
  const timings: StageTimings[] = [];
  const options = { signal, work: { decodeMs: FRAME_DECODE_MS } };
  const frames: TimedFrame[] = [];
  let fault: LivenessReason | null = areTimesPlausible(times, actions.length, longestMs)
    ? null
    : 'frame_times';
  for (const [n, file] of files.entries()) {
    if (fault !== null) break;
    const previous = frames.at(-1);
    const near = n % SEARCH_EVERY === 0 ? undefined : previous?.face;
    const measured = await onFrame(n, () =>
      engine.measureFrame(file, {
        ...options,
        ...(near && { near: { box: near.box, roll: near.pose.roll } }),
      }),
    );
    timings.push(measured.timings);
    const frame = { ...measured, time: times[n] ?? 0 };
    fault = faultOf(frame, previous);
    frames.push(frame);
  }
  if (fault === null && hasRepeatedFrames(frames, actions.length)) fault = 'repeated_frames';
  const followed = followSteps(actions, frames);
  const best = bestFrame(frames);
  if (best === null)
    return { reason: fault ?? 'no_face', steps: followed.steps, spoof: null, bestFrame: null, timings };
  const reason =
    fault ??
    followed.reason ??
    (jumpsAbout(followed, frames) ? 'cut' : null) ??
    (looksFlat(followed, frames) ? 'flat' : null) ??
    (looksStill(followed, frames) ? 'still_photo' : null);
  const scored = new Set(framesToScore(frames, best));
  const compared = reason === null ? framesToCompare(followed, frames, best) : [best];
  const scores: number[] = [];
  const vectors = new Map<number, Float32Array>();
  for (const n of new Set([...compared, ...scored])) {
    const [file, face] = [files[n], frames[n]?.face];
    if (file === undefined || face === null || face === undefined) continue;
    const details = await onFrame(n, () =>
      engine.describeFrameFace(file, {
        ...options,
        face,
        withVector: compared.includes(n),
        withSpoofScore: scored.has(n),
      }),
    );
    timings.push(details.timings);
    if (details.spoofScore !== undefined) scores.push(details.spoofScore);
    if (details.vector !== undefined) vectors.set(n, details.vector);
  }
  const spoof = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return {
    reason: reason ?? reasonOfVectors(vectors, frames, best) ?? (spoof > SPOOF_LIMIT ? 'spoof' : null),
    steps: followed.steps,
    spoof,
    bestFrame: best,
    timings,
  };
}

const reasonOfVectors = (
  vectors: ReadonlyMap<number, Float32Array>,
  frames: readonly TimedFrame[],
  best: number,
): LivenessReason | null => (isOnePerson(vectors, frames, best, distance) ? null : 'several_people');

async function onFrame<Result>(frame: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EngineError ? new FrameFailure(frame, error) : error;
  }
}
