import { fairFace, utkFace, type Labelled, type Person } from '../data/datasets.js';
import { printTable } from '../common/print-table.js';
import { mean } from '../common/statistics.js';
import { eachImage } from './each-image.js';
import { ageIsRight, genderIsRight, printReliability, shareRight, type Judged } from './judged-attributes.js';
import { nearestFace } from './landmarks.js';
import type { Figure } from '../common/figure.js';
import type { Measure, MeasureContext } from './measure.types.js';

/** Gender is judged on UTKFace above this age (years). */
const MIN_GENDER_AGE = 10;

/** The labelled face is the central one. */
async function judgeAll({ engine }: MeasureContext, items: readonly Labelled<Person>[]): Promise<Judged[]> {
  return eachImage(items, async ({ truth }, bytes) => {
    const { faces, imageSize } = await engine.analyse(bytes);
    const face = nearestFace(faces, { x: imageSize.width / 2, y: imageSize.height / 2 });
    return { truth, face };
  });
}

/** A missed face counts as wrong by fifty years. */
const yearsError = ({ truth, face }: Judged): number =>
  face === undefined ? 50 : Math.abs(face.ageYears - truth.minAge);

/** The share of right predictions for each age and gender. */
function printGroups(title: string, judged: readonly Judged[]): void {
  console.log(`\n${title}\n`);
  const nameOf = ({ truth }: Judged): string =>
    `${Math.floor(truth.minAge / 10) * 10} years and more, ${truth.gender}`;
  const names = [...new Set(judged.map(nameOf))];
  printTable(
    ['Group', 'Faces', 'Gender, %', 'Age range, %'],
    names
      .map((name) => ({ name, faces: judged.filter((one) => nameOf(one) === name) }))
      .map(({ name, faces }) => ({ name, faces, gender: shareRight(faces, genderIsRight) }))
      .sort((a, b) => a.gender - b.gender)
      .map(({ name, faces, gender }) => [
        name,
        String(faces.length),
        gender.toFixed(1),
        shareRight(faces, ageIsRight).toFixed(1),
      ]),
  );
}

export const attributes: Measure = async (context): Promise<Figure[]> => {
  const fair = await judgeAll(context, await fairFace(context.folder));
  const utk = await judgeAll(context, await utkFace(context.folder));
  const older = utk.filter(({ truth }) => truth.minAge > MIN_GENDER_AGE);
  printReliability('FairFace', fair);
  printReliability('UTKFace over 10 years', older);
  printGroups('FairFace', fair);
  printGroups('UTKFace', utk);
  return [
    {
      measure: 'FairFace, age range right',
      value: shareRight(fair, ageIsRight),
      unit: '%',
      target: { least: 76 },
      count: fair.length,
    },
    {
      measure: 'UTKFace, age range right',
      value: shareRight(utk, ageIsRight),
      unit: '%',
      target: { least: 82 },
      count: utk.length,
    },
    {
      measure: 'FairFace, gender right',
      value: shareRight(fair, genderIsRight),
      unit: '%',
      target: { least: 88 },
      count: fair.length,
    },
    {
      measure: 'UTKFace over 10 years, gender right',
      value: shareRight(older, genderIsRight),
      unit: '%',
      target: { least: 97 },
      count: older.length,
    },
    {
      measure: 'UTKFace, mean error of the age in years',
      value: mean(utk.map(yearsError)),
      unit: '',
      target: { most: 5.5 },
      count: utk.length,
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
