import {
  distance,
  ENROLMENT_RULES,
  failedRules,
  requested,
  type Engine,
  type FaceVector,
} from '@facet/engine';
import { landmarkTruths, lfwPairs } from '../data/datasets.js';
import { mean } from '../common/statistics.js';
import { eachImage } from '../measures/each-image.js';

const PAIRS = 100;

interface Checked {
  readonly rules: readonly string[];
  readonly found: FaceVector;
}

/** How many ordinary portraits pass the check for enrolment, and which rules the others break. */
export async function enrolment(engine: Engine, folder: string): Promise<object> {
  const check = async (_: unknown, bytes: Uint8Array): Promise<Checked> => {
    const found = await engine.vector(bytes, { extras: ['enrolment'] });
    const { x1, y1, x2, y2 } = found.face.box;
    const side = Math.round(Math.min(x2 - x1, y2 - y1));
    return { rules: failedRules(found, side).map(({ rule }) => rule), found };
  };
  const pairs = (await lfwPairs(folder)).filter(({ same }) => same).slice(0, PAIRS);
  const lfw = await eachImage(
    pairs.flatMap(({ a, b }) => [{ file: a }, { file: b }]),
    check,
  );
  const threeHundred = await eachImage(await landmarkTruths(folder), check);
  return { lfw: summary(lfw), '300-W': summary(threeHundred), score: byScore(lfw) };
}

function summary(checked: readonly Checked[]): object {
  const share = (passes: (rules: readonly string[]) => boolean): number =>
    checked.filter(({ rules }) => passes(rules)).length / checked.length;
  return {
    photos: checked.length,
    passing: share((rules) => rules.length === 0),
    passingButForTheMouth: share((rules) => rules.every((rule) => rule === 'mouth_closed')),
    passingEach: Object.fromEntries(
      ENROLMENT_RULES.map(({ rule }) => [rule, share((rules) => !rules.includes(rule))]),
    ),
  };
}

/** How far two photos of one person lie apart, by the lower quality score of the two: three equal groups, worst first. */
function byScore(checked: readonly Checked[]): object[] {
  const pairs: { score: number; apart: number }[] = [];
  for (let i = 0; i + 1 < checked.length; i += 2) {
    const [a, b] = [checked[i]?.found, checked[i + 1]?.found];
    if (a === undefined || b === undefined) continue;
    const score = Math.min(requested(a.quality).score, requested(b.quality).score);
    pairs.push({ score, apart: distance(a.vector, b.vector) });
  }
  pairs.sort((a, b) => a.score - b.score);
  const third = Math.ceil(pairs.length / 3);
  return [0, 1, 2].map((n) => {
    const group = pairs.slice(n * third, (n + 1) * third);
    return {
      pairs: group.length,
      meanScore: mean(group.map(({ score }) => score)),
      meanDistance: mean(group.map(({ apart }) => apart)),
    };
  });
}
