import type { Box, Point } from '@facet/engine';
import { landmarkTruths } from '../data/datasets.js';
import { mean } from '../common/statistics.js';
import { eachImage } from './each-image.js';
import type { Figure } from '../common/figure.js';
import type { Measure } from './measure.types.js';

const LEFT_EYE_CORNER = 36;
const RIGHT_EYE_CORNER = 45;
/** A face that was not found counts as this wrong. */
const MISSED = 100;

const gap = (a: Point | undefined, b: Point | undefined): number =>
  a && b ? Math.hypot(a.x - b.x, a.y - b.y) : NaN;

/** The face whose rectangle lies nearest to the middle of the marked points. */
export function nearestFace<F extends { readonly box: Box }>(
  faces: readonly F[],
  target: Point,
): F | undefined {
  const away = ({ box }: F): number =>
    Math.hypot((box.x1 + box.x2) / 2 - target.x, (box.y1 + box.y2) / 2 - target.y);
  return [...faces].sort((a, b) => away(a) - away(b))[0];
}

export const middleOf = (points: readonly Point[]): Point => ({
  x: mean(points.map(({ x }) => x)),
  y: mean(points.map(({ y }) => y)),
});

/** 300-W: mean distance of the 68 points, in percent of the distance between the outer eye corners. */
export const landmarks: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const items = await landmarkTruths(folder);
  const errors = await eachImage(items, async ({ truth }, bytes) => {
    const { faces } = await engine.analyse(bytes);
    const face = nearestFace(faces, middleOf(truth));
    if (face === undefined) return MISSED;
    const eyes = gap(truth[LEFT_EYE_CORNER], truth[RIGHT_EYE_CORNER]);
    // The truth counts pixel centres from 0, the engine pixel edges.
    return 100 * mean(truth.map(({ x, y }, i) => gap({ x: x + 0.5, y: y + 0.5 }, face.landmarks[i]) / eyes));
  });
  return [
    {
      measure: '300-W, 68 points, error / inter-ocular',
      value: mean(errors),
      unit: '%',
      target: { most: 3.7 },
      count: items.length,
    },
  ];
};
