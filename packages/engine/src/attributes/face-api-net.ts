import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';

const CROP_SIDE = 112;

/** The side of what the net is shown, relative to the mesh's square. */
const MARGIN = 1.1;

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
  const toImage = cropToImage({ ...square, side: square.side * MARGIN }, CROP_SIDE);
  const crop = warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);
  const outputs = await net.run(crop, [1, 3, CROP_SIDE, CROP_SIDE]);
  const [male = 0, female = 0] = outputs.values('gender');
  return { maleLogit: male - female, years: outputs.values('age')[0] ?? 0 };
}
