import type { FollowedSteps, TimedFrame } from './verdict.js';

/** At most this many frames of a take are compared with each other: a vector is the most expensive of its measurements. */
const MAX_COMPARED = 7;
/** A score from one frame is noisy. */
const SCORED = 3;

/** From this mean score on, a take looks like a picture, whatever it did. */
export const SPOOF_LIMIT = 0.7;

/** The frames on which the verdict rests: each completed step, the best one, the ends, and what lies between. */
export function framesToCompare(
  { steps, middles }: Pick<FollowedSteps, 'steps' | 'middles'>,
  frames: readonly TimedFrame[],
  best: number,
): number[] {
  const done = steps.flatMap(({ frame }) => (frame === null ? [] : [frame]));
  const chosen = new Set([...done, best, frames.length - 1, 0, ...middles].slice(0, MAX_COMPARED));
  while (chosen.size < Math.min(MAX_COMPARED, frames.length)) {
    const sorted = [...chosen].sort((a, b) => a - b);
    const gaps = sorted.slice(1).map((n, i) => ({ from: sorted[i] ?? 0, length: n - (sorted[i] ?? 0) }));
    const widest = gaps.reduce((a, b) => (b.length > a.length ? b : a), { from: 0, length: 0 });
    if (widest.length < 2) break;
    chosen.add(widest.from + (widest.length >> 1));
  }
  return [...chosen].sort((a, b) => a - b);
}

/** The frames that get a spoof score: the most frontal ones, because the model knows few others. */
export function framesToScore(frames: readonly TimedFrame[], best: number): number[] {
  const turned = (n: number): number => {
    const pose = frames[n]?.face?.pose;
    return pose === undefined ? Infinity : Math.hypot(pose.yaw, pose.pitch);
  };
  const others = frames.map((_, n) => n).filter((n) => n !== best && Number.isFinite(turned(n)));
  // From each part of the take one: an attacker must not choose which frames are looked at.
  const parts = [others.slice(0, others.length >> 1), others.slice(others.length >> 1)];
  const frontal = parts.flatMap((part) => part.sort((a, b) => turned(a) - turned(b)).slice(0, 1));
  return [best, ...frontal].slice(0, SCORED);
}

/** Two frames of one take may differ this much; a head that is turned far looks less like itself. */
const SAME_PERSON = { frontal: 0.5, turned: 0.58, profile: 0.66 } as const;
const TURNED = 22;
const PROFILE = 42;

/** Whether the vectors of the compared frames are of one person. */
export function isOnePerson(
  vectors: ReadonlyMap<number, Float32Array>,
  frames: readonly TimedFrame[],
  best: number,
  distance: (a: Float32Array, b: Float32Array) => number,
): boolean {
  const reference = vectors.get(best);
  if (reference === undefined) return false;
  return [...vectors].every(([n, vector]) => {
    const pose = frames[n]?.face?.pose;
    const turned = pose === undefined ? 0 : Math.hypot(pose.yaw, pose.pitch);
    const limit =
      turned > PROFILE ? SAME_PERSON.profile : turned > TURNED ? SAME_PERSON.turned : SAME_PERSON.frontal;
    return distance(reference, vector) < limit;
  });
}
