import { boundingBox, centre, height, width } from '../geometry/box.js';
import { cropToImage } from '../geometry/similarity.js';
import { mirrorCrop } from '../image/mirror.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import type { Point } from '../geometry/box.js';
import { ageRangeOf } from './age-range.js';
import type { AgeRange, Gender } from './attributes.types.js';

const CROP_SIDE = 112;

export interface Attributes {
  readonly ageYears: number;
  readonly ageRange: AgeRange;
  readonly gender: Gender;
  readonly genderConfidence: number;
}

/** Age and gender of a face, from the points of its mesh. */
export async function attributesOf(net: Net, image: Pyramid, mesh: readonly Point[]): Promise<Attributes> {
  const box = boundingBox(mesh);
  const side = Math.max(width(box), height(box));
  const crop = warp(
    image,
    cropToImage({ centre: centre(box), side, angle: 0 }, CROP_SIDE),
    { width: CROP_SIDE, height: CROP_SIDE },
    0,
  );
  let years = 0;
  let maleLogit = 0;
  for (const view of [crop, mirrorCrop(crop, CROP_SIDE)]) {
    const outputs = await net.run(view, [1, 3, CROP_SIDE, CROP_SIDE]);
    const [male = 0, female = 0] = outputs.values('gender');
    years += (outputs.values('age')[0] ?? 0) / 2;
    maleLogit += (male - female) / 2;
  }
  const confidence = 1 / (1 + Math.exp(-Math.abs(maleLogit)));
  return {
    ageYears: years,
    ageRange: ageRangeOf(years),
    gender: maleLogit > 0 ? 'male' : 'female',
    genderConfidence: Math.min(1, Math.max(0.501, confidence)),
  };
}
