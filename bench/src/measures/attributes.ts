import type { AttributedFace } from '@facet/engine';
import { fairFace, utkFace, type Labelled, type Person } from '../data/datasets.js';
import { eachImage, percent } from './each-image.js';
import { nearestFace } from './landmarks.js';
import type { Figure, Measure, MeasureContext } from './measure.types.js';

/** Gender is judged on UTKFace above this age (years). */
export const MIN_GENDER_AGE = 10;

interface Judged {
  readonly truth: Person;
  readonly face: AttributedFace | undefined;
}

/** The labelled face is the central one. */
async function judgeAll({ engine }: MeasureContext, items: readonly Labelled<Person>[]): Promise<Judged[]> {
  return eachImage(items, async ({ truth }, bytes) => {
    const { faces, imageSize } = await engine.analyse(bytes);
    const face = nearestFace(faces, { x: imageSize.width / 2, y: imageSize.height / 2 });
    return { truth, face };
  });
}

/** A label belongs to the range that holds its lower bound; no group of the labels crosses a range's bound. */
function ageIsRight({ truth, face }: Judged): boolean {
  if (face === undefined) return false;
  const [low = 0, high = 0] = face.ageRange.split('-').map(Number);
  return truth.minAge >= low && (truth.minAge < high || high === 100);
}

const genderIsRight = ({ truth, face }: Judged): boolean => face?.gender === truth.gender;

const share = (judged: readonly Judged[], right: (one: Judged) => boolean): number =>
  percent(judged.filter(right).length, judged.length);

export const attributes: Measure = async (context): Promise<Figure[]> => {
  const fair = await judgeAll(context, await fairFace(context.folder));
  const utk = await judgeAll(context, await utkFace(context.folder));
  const older = utk.filter(({ truth }) => truth.minAge > MIN_GENDER_AGE);
  return [
    {
      measure: 'FairFace, age range right',
      value: share(fair, ageIsRight),
      unit: '%',
      target: { least: 70 },
      count: fair.length,
    },
    {
      measure: 'UTKFace, age range right',
      value: share(utk, ageIsRight),
      unit: '%',
      target: { least: 77 },
      count: utk.length,
    },
    {
      measure: 'FairFace, gender right',
      value: share(fair, genderIsRight),
      unit: '%',
      target: { least: 80 },
      count: fair.length,
    },
    {
      measure: 'UTKFace over 10 years, gender right',
      value: share(older, genderIsRight),
      unit: '%',
      target: { least: 96 },
      count: older.length,
    },
    {
      measure: 'UTKFace crops without a face',
      value: utk.filter(({ face }) => face === undefined).length,
      unit: '',
      target: { most: 0 },
      count: utk.length,
    },
  ];
};
