import { distance } from '@facet/engine';
import { orientedFaces } from '../data/datasets.js';
import { eachImage } from './each-image.js';
import type { Figure } from '../common/figure.js';
import type { Measure } from './measure.types.js';

/** One face in all eight EXIF orientations: the largest distance between any two of their vectors. */
export const orientations: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const files = orientedFaces(folder).map((file) => ({ file }));
  const vectors = await eachImage(files, async (_, bytes) => (await engine.vector(bytes)).vector);
  const apart = vectors.flatMap((a) => vectors.map((b) => distance(a, b)));
  return [
    {
      measure: 'EXIF orientations, distance of vectors',
      value: Math.max(...apart),
      unit: '',
      target: { most: 0.05 },
      count: files.length,
    },
  ];
};
