import type { Box } from '@facet/engine';
import { wider, type CrowdFace } from '../data/datasets.js';
import { eachImage } from './each-image.js';
import type { Figure, Measure } from './measure.types.js';

const MIN_HEIGHT = 32;
/** A detection that overlaps a marked face this much has found it. */
export const HIT = 0.4;

export function overlap(a: Box, b: Box): number {
  const shared =
    Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) *
    Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1));
  const size = (box: Box): number => (box.x2 - box.x1) * (box.y2 - box.y1);
  return shared / (size(a) + size(b) - shared);
}

/** How many of the faces that count were found, and how many detections show no marked face at all. */
export function judge(found: readonly Box[], truth: readonly CrowdFace[]): { hits: number; wrong: number } {
  const open = new Set(truth);
  let hits = 0;
  let wrong = 0;
  for (const box of found) {
    const best = [...open].sort((a, b) => overlap(b.box, box) - overlap(a.box, box))[0];
    if (best === undefined || overlap(best.box, box) < HIT) {
      wrong++;
      continue;
    }
    open.delete(best);
    if (counts(best)) hits++;
  }
  return { hits, wrong };
}

export const counts = ({ box, invalid }: CrowdFace): boolean => !invalid && box.y2 - box.y1 >= MIN_HEIGHT;

/** WIDER FACE: recall of the faces at least 32 pixels high, and false detections. */
export const crowds: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const items = await wider(folder);
  const results = await eachImage(items, async ({ truth }, bytes) => {
    const { faces } = await engine.analyse(bytes);
    return judge(
      faces.map(({ box }) => box),
      truth,
    );
  });
  const total = items.flatMap(({ truth }) => truth).filter(counts).length;
  const hits = results.reduce((sum, result) => sum + result.hits, 0);
  const wrong = results.reduce((sum, result) => sum + result.wrong, 0);
  return [
    {
      measure: 'WIDER, faces ≥ 32 px, recall',
      value: hits / total,
      unit: '',
      target: { least: 0.78 },
      count: total,
    },
    {
      measure: 'WIDER, false detections',
      value: wrong / items.length,
      unit: 'per image',
      target: { most: 0.25 },
      count: items.length,
    },
  ];
};
