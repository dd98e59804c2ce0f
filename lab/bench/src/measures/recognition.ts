import { distance, MATCH_THRESHOLD } from '@facet/engine';
import { lfwPairs } from '../data/datasets.js';
import { crossPairs, falseMatchRate, falseNonMatchRate } from '../recognition/crossed-pairs.js';
import { lfwFaces } from '../recognition/lfw-faces.js';
import { percent } from '../common/statistics.js';
import type { Figure } from '../common/figure.js';
import type { Measure } from './measure.types.js';

/** LFW View 1: the first face of each photo, every one against every other, and the official pairs. */
export const recognition: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const pairs = await lfwPairs(folder);
  const images = new Set(pairs.flatMap(({ a, b }) => [a, b])).size;
  const faces = await lfwFaces(engine, folder);
  const vectors = new Map(faces.map(({ file, vector }) => [file, vector]));
  let right = 0;
  let falseMatches = 0;
  for (const { a, b, same } of pairs) {
    const first = vectors.get(a);
    const second = vectors.get(b);
    const match = first !== undefined && second !== undefined && distance(first, second) < MATCH_THRESHOLD;
    if (match === same) right++;
    else if (match) falseMatches++;
  }
  const different = pairs.filter(({ same }) => !same).length;
  const crossed = crossPairs(faces);
  return [
    {
      measure: 'LFW View 1, all pairs crossed, false matches at 0.5',
      value: 1e4 * falseMatchRate(crossed, MATCH_THRESHOLD),
      unit: 'in 10,000',
      target: { most: 2 },
      count: crossed.different.length,
    },
    {
      measure: 'LFW View 1, all pairs crossed, false non-matches',
      value: 100 * falseNonMatchRate(crossed, MATCH_THRESHOLD),
      unit: '%',
      target: { most: 1.3 },
      count: crossed.same.length,
    },
    {
      measure: 'LFW View 1, official pairs, accuracy at 0.5',
      value: percent(right, pairs.length),
      unit: '%',
      target: { least: 99.2 },
      count: pairs.length,
    },
    {
      measure: 'LFW View 1, official pairs, false match rate',
      value: percent(falseMatches, different),
      unit: '%',
      target: { most: 0.2 },
      count: different,
    },
    {
      measure: 'LFW images without a face',
      value: images - vectors.size,
      unit: '',
      target: { most: 0 },
      count: images,
    },
  ];
};
