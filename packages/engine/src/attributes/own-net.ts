import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import type { FacePlace } from './attributes.types.js';
import { CROP_SIDE, squareCrop, trainingSquare } from './face-crop.js';

/** The outputs of our net for a face, before they are combined. */
export interface OwnPrediction {
  readonly maleLogit: number;
  /** One logit for each group of `AGE_GROUPS`. */
  readonly ageLogits: readonly number[];
}

export async function runOwnNet(net: Net, image: Pyramid, place: FacePlace): Promise<OwnPrediction> {
  const crop = squareCrop(image, trainingSquare(place));
  const outputs = await net.run(crop, [1, 3, CROP_SIDE, CROP_SIDE]);
  return {
    maleLogit: outputs.values('male')[0] ?? 0,
    ageLogits: Array.from(outputs.values('age_groups')),
  };
}
