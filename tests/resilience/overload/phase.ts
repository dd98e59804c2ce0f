import type { Answered } from './traffic.js';
import type { Window } from './window.js';

/** A while of traffic, and what came of it. */
export interface Phase {
  readonly answered: number;
  /** What the answered calls cost an idle service, in seconds of computing. */
  readonly work: number;
  readonly window: Window;
}

export function phaseOf(
  answers: readonly Answered[],
  window: Window,
  weights: ReadonlyMap<number, number>,
): Phase {
  const work = answers.reduce((sum, { kind }) => sum + (weights.get(kind) ?? NaN), 0);
  return { answered: answers.length, work, window };
}

/**
 * Work that was answered well for each second of computing that was there for the service. A call on five faces costs ten
 * times one on one face, so answers are weighed: else chance decides which of them were let in. The sender shares the
 * machine, and so may others; what they use is not the service's to use. An idle worker lowers it just as expensive refusals do.
 */
const goodput = ({ work, window }: Phase): number => work / window.availableSeconds;

/**
 * The goodput of a flood as part of that of the peaks right before and after it, on the same calls. The pace of a machine
 * that is shared changes by the minute: the slower of the peaks is what it surely had.
 */
export const partOfPeak = (flood: Phase, peaks: readonly Phase[]): number =>
  goodput(flood) / Math.min(...peaks.map(goodput));

export const answersPerSecond = ({ answered, window }: Phase): number => answered / window.seconds;
