import type { Point } from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import { CROP_SIDE, greyCrop, trainingSquare } from './face-crop.js';

/** What our net says of a face, before other evidence. */
export interface OwnOpinion {
  readonly maleLogit: number;
  /** One logit for each group of `AGE_GROUPS`. */
  readonly ageLogits: readonly number[];
}

/** The mirror image as a second view is not worth its time (docs/appendix/accuracy.md). */
export async function askOwnNet(net: Net, image: Pyramid, points: readonly Point[]): Promise<OwnOpinion> {
  const crop = greyCrop(image, trainingSquare(points));
  const outputs = await net.run(crop, [1, 1, CROP_SIDE, CROP_SIDE]);
  return { maleLogit: outputs.values('male')[0] ?? 0, ageLogits: Array.from(outputs.values('age_groups')) };
}
