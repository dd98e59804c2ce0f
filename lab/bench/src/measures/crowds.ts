import type { Box, Face } from '@facet/engine';
import { wider, type CrowdFace } from '../data/datasets.js';
import { mean } from '../common/statistics.js';
import { eachImage } from './each-image.js';
import type { Figure } from '../common/figure.js';
import type { Measure } from './measure.types.js';

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
function judge(found: readonly Box[], truth: readonly CrowdFace[]): { hits: number; wrong: number } {
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

const counts = ({ box, invalid }: CrowdFace): boolean => !invalid && box.y2 - box.y1 >= MIN_HEIGHT;

/** What was found in one image, and what is marked there. */
interface FoundInImage {
  readonly faces: readonly Pick<Face, 'box' | 'confidence'>[];
  readonly truth: readonly CrowdFace[];
}

/** Over all images: the share of the faces that count which were found, and detections without a face per image. */
export function recallOf(
  images: readonly { readonly found: readonly Box[]; readonly truth: readonly CrowdFace[] }[],
): { readonly recall: number; readonly wrongPerImage: number } {
  const results = images.map(({ found, truth }) => judge(found, truth));
  const total = images.flatMap(({ truth }) => truth).filter(counts).length;
  return {
    recall: results.reduce((sum, { hits }) => sum + hits, 0) / total,
    wrongPerImage: mean(results.map(({ wrong }) => wrong)),
  };
}

/** If only faces from this confidence on counted. */
const recallFrom = (images: readonly FoundInImage[], least: number): ReturnType<typeof recallOf> =>
  recallOf(
    images.map(({ faces, truth }) => ({
      found: faces.filter(({ confidence }) => confidence >= least).map(({ box }) => box),
      truth,
    })),
  );

/** The recall at the lowest confidence that keeps false detections this few. */
function recallAt(images: readonly FoundInImage[], maxWrongPerImage: number): number {
  const confidences = images.flatMap(({ faces }) => faces.map(({ confidence }) => confidence));
  for (const least of [...new Set(confidences)].sort((a, b) => a - b)) {
    const { recall, wrongPerImage } = recallFrom(images, least);
    if (wrongPerImage <= maxWrongPerImage) return recall;
  }
  return 0;
}

/** WIDER FACE: recall of the faces at least 32 pixels high, and false detections. */
export const crowds: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const images = await eachImage(await wider(folder), async ({ truth }, bytes) => ({
    faces: (await engine.analyse(bytes)).faces,
    truth,
  }));
  const { recall, wrongPerImage } = recallFrom(images, 0);
  const count = images.flatMap(({ truth }) => truth).filter(counts).length;
  return [
    { measure: 'WIDER, faces ≥ 32 px, recall', value: recall, unit: '', target: { least: 0.78 }, count },
    {
      measure: 'WIDER, false detections',
      value: wrongPerImage,
      unit: 'per image',
      target: { most: 0.25 },
      count: images.length,
    },
    {
      measure: 'WIDER, faces ≥ 32 px, recall at ≤ 0.1 false per image',
      value: recallAt(images, 0.1),
      unit: '',
      target: { least: 0.73 },
      count,
    },
  ];
};
