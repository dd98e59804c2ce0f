import type { Answered } from './traffic.js';
import type { Window } from './window.js';

/** A period of traffic and its outcome. */
export interface Phase {
  readonly completed: number;
  /** The cost of the answered calls on an idle service, in CPU seconds. */
  readonly work: number;
  readonly window: Window;
}

export function phaseOf(
  responses: readonly Answered[],
  window: Window,
  weights: ReadonlyMap<number, number>,
): Phase {
  const work = responses.reduce((sum, { kind }) => sum + (weights.get(kind) ?? NaN), 0);
  return { completed: responses.length, work, window };
}

/**
 * Successfully answered work per CPU second available to the service. A call with five faces costs ten times as much as one
 * with a single face, so answers are weighted by their cost; otherwise the result would depend on which calls happened to be
 * accepted. The sender and other processes share the machine; what they use is not available. An idle worker lowers the
 * value, and so do expensive rejections.
 */
const goodput = ({ work, window }: Phase): number => work / window.availableSeconds;

/**
 * The goodput of a flood relative to the peaks right before and after it, on the same calls. The speed of a shared machine
 * changes by the minute, so the slower of the two peaks counts.
 */
export const partOfPeak = (flood: Phase, peaks: readonly Phase[]): number =>
  goodput(flood) / Math.min(...peaks.map(goodput));

export const responsesPerSecond = ({ completed, window }: Phase): number => completed / window.seconds;
