import { attributesOf, faceSquare, logit, MALE_BIAS, openNets, type Nets } from '@facet/engine/internals';
import { fairFace, utkFace, type Labelled, type Person } from '../data/datasets.js';
import { MIN_GENDER_AGE } from '../measures/attributes.js';
import { percent } from '../measures/each-image.js';
import { printTable } from '../print-table.js';
import type { Calibration } from './calibration.types.js';
import { facesOf, openImage } from './open-image.js';

const STEPS = 21;
const STEP = 0.05;

/** The net's own logit of male, before any bias; not a number where no face was found. */
interface Judged {
  readonly maleLogit: number;
  readonly isMale: boolean;
}

/** How many genders are right for each bias against male. A good choice lies on a plateau, not on a peak. */
export const genderBias: Calibration = async (folder) => {
  const nets = await openNets({}, 2);
  const fair = await judgeAll(nets, await fairFace(folder));
  const adults = (await utkFace(folder)).filter(({ truth }) => truth.minAge > MIN_GENDER_AGE);
  const utk = await judgeAll(nets, adults);
  const biases = Array.from({ length: STEPS }, (_, i) => Number((i * STEP).toFixed(2)));
  const rows = biases.map((bias) => ({ bias, fair: share(fair, bias), utk: share(utk, bias) }));
  const best = Math.max(...rows.map((row) => row.fair + row.utk));
  printTable(
    ['Bias', `FairFace (${fair.length})`, `UTKFace (${utk.length})`, 'In use', 'Best sum'],
    rows.map((row) => [
      String(row.bias),
      `${row.fair.toFixed(2)} %`,
      `${row.utk.toFixed(2)} %`,
      row.bias === MALE_BIAS ? '×' : '',
      row.fair + row.utk === best ? '×' : '',
    ]),
  );
};

/** The first face is nearly always the labelled one, the central one, and much quicker to find than all. */
async function judgeAll(nets: Nets, items: readonly Labelled<Person>[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { file, truth } of items) {
    const { image } = await openImage(file);
    const [face] = await facesOf(nets, image, 'first');
    const isMale = truth.gender === 'male';
    if (face === undefined) {
      judged.push({ maleLogit: NaN, isMale });
      continue;
    }
    const { gender, genderConfidence } = await attributesOf(
      nets.ageGender,
      image,
      faceSquare(face.mesh.vertices),
    );
    const biased = logit(genderConfidence) * (gender === 'male' ? 1 : -1);
    judged.push({ maleLogit: biased + MALE_BIAS, isMale });
  }
  return judged;
}

/** A face that was not found is wrong whatever the bias. */
const share = (judged: readonly Judged[], bias: number): number =>
  percent(
    judged.filter(({ maleLogit, isMale }) => (isMale ? maleLogit > bias : maleLogit <= bias)).length,
    judged.length,
  );
