import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import { mirrorCrop } from '../image/mirror.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import { ageRangeOf } from './age-range.js';
import type { AgeRange, Gender } from './attributes.types.js';

const CROP_SIDE = 112;

/** A closer and a wider cut of the face, each also mirrored: the mean of four views is steadier than any one. */
const CUTS = [1, 1.2] as const;

/** The net leans towards male on faces unlike those it was trained on; fitted on FairFace (docs/accuracy.md). */
export const MALE_BIAS = 0.35;

const MIN_CONFIDENCE = 0.501;

export interface Attributes {
  readonly ageYears: number;
  readonly ageRange: AgeRange;
  readonly gender: Gender;
  readonly genderConfidence: number;
}

/** Age and gender of the face in a square of the image. */
export async function attributesOf(net: Net, image: Pyramid, face: SquareRegion): Promise<Attributes> {
  let years = 0;
  let maleLogit = -MALE_BIAS;
  const views = CUTS.flatMap((cut) => {
    const toImage = cropToImage({ ...face, side: face.side * cut }, CROP_SIDE);
    const crop = warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);
    return [crop, mirrorCrop(crop, CROP_SIDE)];
  });
  for (const view of views) {
    const outputs = await net.run(view, [1, 3, CROP_SIDE, CROP_SIDE]);
    const [male = 0, female = 0] = outputs.values('gender');
    years += (outputs.values('age')[0] ?? 0) / views.length;
    maleLogit += (male - female) / views.length;
  }
  const confidence = 1 / (1 + Math.exp(-Math.abs(maleLogit)));
  return {
    ageYears: years,
    ageRange: ageRangeOf(years),
    gender: maleLogit > 0 ? 'male' : 'female',
    genderConfidence: Math.max(MIN_CONFIDENCE, confidence),
  };
}
