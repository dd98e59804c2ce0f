import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import { mirrorCrop } from '../image/mirror.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';

const CROP_SIDE = 112;

/** Two views, as different as they can be: a close one, and a wider one mirrored. Sides relative to the mesh's square. */
const VIEWS = [
  { side: 1, isMirrored: false },
  { side: 1.2, isMirrored: true },
] as const;

/** The outputs of face-api's net for a face. */
export interface FaceApiPrediction {
  readonly maleLogit: number;
  readonly years: number;
}

export async function runFaceApiNet(
  net: Net,
  image: Pyramid,
  square: SquareRegion,
): Promise<FaceApiPrediction> {
  let maleLogit = 0;
  let years = 0;
  for (const { side, isMirrored } of VIEWS) {
    const toImage = cropToImage({ ...square, side: square.side * side }, CROP_SIDE);
    const crop = warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);
    const view = isMirrored ? mirrorCrop(crop, CROP_SIDE) : crop;
    const outputs = await net.run(view, [1, 3, CROP_SIDE, CROP_SIDE]);
    const [male = 0, female = 0] = outputs.values('gender');
    maleLogit += (male - female) / VIEWS.length;
    years += (outputs.values('age')[0] ?? 0) / VIEWS.length;
  }
  return { maleLogit, years };
}
