import type { AttributedFace } from '@facet/engine';
import type { Person } from '../data/datasets.js';
import { printTable } from '../common/print-table.js';
import { mean, percent } from '../common/statistics.js';

/** A labelled face, and what the engine found. */
export interface Judged {
  readonly truth: Person;
  readonly face: Pick<AttributedFace, 'ageYears' | 'ageRange' | 'gender' | 'genderConfidence'> | undefined;
}

/** A label belongs to the range that holds its lower bound; no group of the labels crosses a range's bound. */
export function ageIsRight({ truth, face }: Judged): boolean {
  if (face === undefined) return false;
  const [low = 0, high = 0] = face.ageRange.split('-').map(Number);
  return truth.minAge >= low && (truth.minAge < high || high === 100);
}

export const genderIsRight = ({ truth, face }: Judged): boolean => face?.gender === truth.gender;

export const shareRight = (judged: readonly Judged[], right: (one: Judged) => boolean): number =>
  percent(judged.filter(right).length, judged.length);

const CONFIDENCES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99] as const;

/** How many predictions are right, by confidence: equal columns mean that the confidence is calibrated. */
export function printReliability(title: string, judged: readonly Judged[]): void {
  console.log(`\n${title}\n`);
  const rows = CONFIDENCES.map((from, i) => {
    const below = CONFIDENCES[i + 1] ?? 2;
    const within = judged.filter(({ face }) => {
      const confidence = face?.genderConfidence ?? 0;
      return confidence >= from && confidence < below;
    });
    const stated = mean(within.map(({ face }) => face?.genderConfidence ?? 0));
    return [
      `from ${from}`,
      String(within.length),
      (100 * stated).toFixed(1),
      shareRight(within, genderIsRight).toFixed(1),
    ];
  });
  printTable(['Gender confidence', 'Faces', 'Mean, %', 'Right, %'], rows);
}
