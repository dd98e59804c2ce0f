import type { Point } from '../geometry/box.js';
import { mirrorCrop } from '../image/mirror.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import { CROP_SIDE, greyCrop, trainingSquare } from './face-crop.js';

/** The outputs of our net for a face, before they are combined. */
export interface OwnPrediction {
  readonly maleLogit: number;
  /** One logit for each group of `AGE_GROUPS`. */
  readonly ageLogits: readonly number[];
}

/** The mean of the face and its mirror image, run as one batch. */
export async function runOwnNet(net: Net, image: Pyramid, points: readonly Point[]): Promise<OwnPrediction> {
  const crop = greyCrop(image, trainingSquare(points));
  const views = new Float32Array(2 * crop.length);
  views.set(crop);
  views.set(mirrorCrop(crop, CROP_SIDE), crop.length);
  const outputs = await net.run(views, [2, 1, CROP_SIDE, CROP_SIDE]);
  const [male = 0, mirroredMale = 0] = outputs.values('male');
  const ages = Array.from(outputs.values('age_groups'));
  const mirroredAges = ages.splice(ages.length / 2);
  return {
    maleLogit: (male + mirroredMale) / 2,
    ageLogits: ages.map((logit, group) => (logit + (mirroredAges[group] ?? logit)) / 2),
  };
}
