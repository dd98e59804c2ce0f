import type { Point } from '../geometry/box.js';
import { apply, cropToImage, fitSimilarity, scaleOf, type SquareRegion } from '../geometry/similarity.js';
import { warpAll, type Pyramid } from '../image/pyramid.js';
import type { Model } from '../model.js';
import {
  AGE_GROUPS,
  combinePredictions,
  isInDoubt,
  type Attributes,
  type FaceApiPrediction,
  type OwnPrediction,
} from './combine-predictions.js';

interface AttributeModels {
  readonly attributes: Model;
  readonly ageGender: Model;
}

/** Where a face lies in the image, as the models for age and gender need it. */
interface FacePlace {
  /** The side of a square around the mesh if the head did not lean. */
  readonly uprightSide: number;
  /** Corners of the eyes, from the left of the image to its right, and the foot of the nose. */
  readonly points: readonly Point[];
}

/** Age and gender of each face, from our own model; for the first faces also from face-api's, where ours is in doubt. */
export async function attributesOf(
  models: AttributeModels,
  image: Pyramid,
  places: readonly FacePlace[],
  maxFromBoth: number,
): Promise<Attributes[]> {
  const attributes: Attributes[] = [];
  for (const { square, own } of await runOwnModel(models.attributes, image, places.map(trainingSquare))) {
    const needsBoth = attributes.length < maxFromBoth && isInDoubt(own);
    const faceApi = needsBoth ? await runFaceApiModel(models.ageGender, image, square) : null;
    attributes.push(combinePredictions(own, faceApi));
  }
  return attributes;
}

/** Black where the rotated photo ends, as in FairFace's pictures. */
const OUTSIDE = 0;

/** Squares of the image as a model takes them: planes of red, green and blue, 0 to 255. */
export const squareCrops = (image: Pyramid, squares: readonly SquareRegion[], side: number): Float32Array =>
  warpAll(
    image,
    squares.map((square) => cropToImage(square, side)),
    { width: side, height: side },
    OUTSIDE,
  );

/** The side of the crop that our model takes. */
export const OWN_CROP_SIDE = 96;
/** At most this many faces go through our model in one run: more are no faster, and take more memory. */
const MAX_AT_ONCE = 6;

interface PredictedSquare {
  readonly square: SquareRegion;
  readonly own: OwnPrediction;
}

export async function runOwnModel(
  model: Model,
  image: Pyramid,
  squares: readonly SquareRegion[],
): Promise<PredictedSquare[]> {
  const predicted: PredictedSquare[] = [];
  for (let from = 0; from < squares.length; from += MAX_AT_ONCE) {
    const some = squares.slice(from, from + MAX_AT_ONCE);
    const crops = squareCrops(image, some, OWN_CROP_SIDE);
    const outputs = await model.run(crops, [some.length, 3, OWN_CROP_SIDE, OWN_CROP_SIDE]);
    const male = outputs.values('male');
    const groups = outputs.values('age_groups');
    for (const [i, square] of some.entries()) {
      const ageLogits = Array.from(groups.subarray(i * AGE_GROUPS.length, (i + 1) * AGE_GROUPS.length));
      predicted.push({ square, own: { maleLogit: male[i] ?? 0, ageLogits } });
    }
  }
  return predicted;
}

const FACE_API_CROP_SIDE = 112;
/** The side of face-api's crop, relative to that of our model's. */
const FACE_API_MARGIN = 1.1;

export async function runFaceApiModel(
  model: Model,
  image: Pyramid,
  square: SquareRegion,
): Promise<FaceApiPrediction> {
  const enlarged = { ...square, side: square.side * FACE_API_MARGIN };
  const crop = squareCrops(image, [enlarged], FACE_API_CROP_SIDE);
  const outputs = await model.run(crop, [1, 3, FACE_API_CROP_SIDE, FACE_API_CROP_SIDE]);
  const [male = 0, female = 0] = outputs.values('gender');
  return { maleLogit: male - female, years: outputs.values('age')[0] ?? 0 };
}

/**
 * The points that FairFace's alignment used, corners of the eyes from left to right and the foot of the nose: where they
 * lie on average in FairFace's crops, whose side is 1 (bench:calibrate -- attribute-crop).
 */
export const ATTRIBUTE_REFERENCE_POINTS: readonly Point[] = [
  { x: 0.2498, y: 0.3076 },
  { x: 0.4, y: 0.3187 },
  { x: 0.6, y: 0.3187 },
  { x: 0.7502, y: 0.3076 },
  { x: 0.5, y: 0.571 },
];

/**
 * The side of the crop, at least, relative to that of the mesh. In a head that turns away the corners of the eyes come
 * close to each other, while FairFace's crops hardly become smaller.
 */
const MIN_SIDE = 0.98;

/** The square of the image that FairFace would have cut out around the face. */
export function trainingSquare({ points, uprightSide }: FacePlace): SquareRegion {
  const toImage = fitSimilarity(ATTRIBUTE_REFERENCE_POINTS, points);
  return {
    centre: apply(toImage, { x: 0.5, y: 0.5 }),
    side: Math.max(scaleOf(toImage), MIN_SIDE * uprightSide),
    angle: Math.atan2(toImage.b, toImage.a),
  };
}
