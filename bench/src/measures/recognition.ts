import { distance, EngineError, MATCH_THRESHOLD } from '@facet/engine';
import { lfwPairs } from '../data/datasets.js';
import { eachImage, percent } from './each-image.js';
import type { Figure, Measure } from './measure.types.js';

/** LFW View 1: pairs of photos, the first face of each, same or different person. */
export const recognition: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const pairs = await lfwPairs(folder);
  const files = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].map((file) => ({ file }));
  const vectors = new Map<string, Float32Array>();
  await eachImage(files, async ({ file }, bytes) => {
    try {
      vectors.set(file, (await engine.vector(bytes)).vector);
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'no-face')) throw error;
    }
  });
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
  return [
    {
      measure: 'LFW View 1, accuracy at 0.5',
      value: percent(right, pairs.length),
      unit: '%',
      target: { least: 99.2 },
      count: pairs.length,
    },
    {
      measure: 'LFW View 1, false match rate',
      value: percent(falseMatches, different),
      unit: '%',
      target: { most: 0.2 },
      count: different,
    },
    {
      measure: 'LFW images without a face',
      value: files.length - vectors.size,
      unit: '',
      target: { most: 0 },
      count: files.length,
    },
  ];
};
