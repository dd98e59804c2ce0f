import { poses } from '../data/datasets.js';
import { mean } from '../common/statistics.js';
import { eachImage } from './each-image.js';
import type { Figure } from '../common/figure.js';
import type { Measure } from './measure.types.js';

/** A face that was not found counts as this wrong (degrees). */
const MISSED = 90;

export const pose: Measure = async ({ engine, folder }): Promise<Figure[]> => {
  const items = await poses(folder);
  const errors = await eachImage(items, async ({ truth }, bytes) => {
    const [face] = (await engine.analyse(bytes)).faces;
    return face === undefined ? MISSED : Math.abs(face.pose.yaw - truth.yaw);
  });
  return [
    { measure: 'pose8, yaw error', value: mean(errors), unit: '°', target: { most: 8 }, count: items.length },
  ];
};
