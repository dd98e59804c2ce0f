import { basename } from 'node:path';
import { openModels, releaseModels } from '@facet/engine/internals';
import { crossPairs, falseNonMatchRate, thresholdAt } from '../recognition/crossed-pairs.js';
import { vectorBy } from './same-answers.js';

const FALSE_MATCH_RATE = 1e-4;

/** The false non-match rate of the files' faces, all pairs crossed, with the models in a form. */
export async function falseNonMatchesOf(
  files: readonly string[],
  form: 'web' | undefined,
): Promise<{ readonly rate: number; readonly threshold: number }> {
  const models = await openModels({}, 1, form);
  const faces: { file: string; person: string; vector: Float32Array }[] = [];
  for (const file of files) {
    const vector = await vectorBy(models, file);
    if (vector !== null) faces.push({ file, person: basename(file).replace(/_\d+\.\w+$/, ''), vector });
  }
  await releaseModels(models);
  const pairs = crossPairs(faces);
  const threshold = thresholdAt(pairs, FALSE_MATCH_RATE);
  return { rate: falseNonMatchRate(pairs, threshold), threshold };
}
