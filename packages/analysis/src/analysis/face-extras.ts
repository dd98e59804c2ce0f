import type { Box } from '../geometry/box.js';
import type { EncodePng } from '../image/pixels.js';
import type { Pyramid } from '../image/pyramid.js';
import { expressionOf, type Expression } from '../landmarks/expression.js';
import { faceSquare, fivePoints, halves, outline, type HeadPose } from '../landmarks/face-geometry.js';
import type { Mesh } from '../landmarks/fit-face.js';
import { measureQuality, type Quality } from '../quality/quality.js';
import { ALIGNED_SIZE, alignedCrop, aloneCrop } from '../recognition/embed-face.js';
import type { Models } from './models.js';

/** What an extra is computed from. */
interface ExtraInput {
  readonly models: Models;
  readonly image: Pyramid;
  /** In pixels of the full image. */
  readonly box: Box;
  readonly mesh: Mesh;
  readonly pose: HeadPose;
  readonly encodePng: EncodePng;
}

/** What a call computes of a face only on request, besides its vector. `call-limits.ts` counts what they cost. */
export const EXTRA_STEPS = {
  quality: ({ image, box, mesh: { vertices }, pose }: ExtraInput): Quality =>
    measureQuality(image, {
      box,
      outline: outline(vertices),
      halves: halves(vertices),
      square: faceSquare(vertices),
      pose,
    }),
  expression: ({ models, mesh }: ExtraInput): Promise<Expression> =>
    expressionOf(models.blendshapes, mesh.vertices),
  aligned: ({ image, mesh, encodePng }: ExtraInput): ReturnType<EncodePng> =>
    encodePng(alignedCrop(image, fivePoints(mesh.vertices)), ALIGNED_SIZE),
  alignedAlone: ({ image, mesh: { vertices }, encodePng }: ExtraInput): ReturnType<EncodePng> =>
    encodePng(aloneCrop(image, fivePoints(vertices), outline(vertices)), ALIGNED_SIZE),
};

export type ComputedExtra = keyof typeof EXTRA_STEPS;
export const COMPUTED_EXTRAS = Object.keys(EXTRA_STEPS) as readonly ComputedExtra[];

/** The values of the extras that a call requested. */
export type ExtraValues = {
  readonly [Name in ComputedExtra]?: Awaited<ReturnType<(typeof EXTRA_STEPS)[Name]>>;
};

/** The value of an extra, in code whose call requested it. */
export function requested<Value>(extra: Value | undefined): Value {
  if (extra === undefined) throw new Error('The call did not request an extra that it needs.');
  return extra;
}

export async function computeExtras(
  input: ExtraInput,
  isWanted: (name: ComputedExtra) => boolean,
): Promise<ExtraValues> {
  const values: Partial<Record<ComputedExtra, unknown>> = {};
  for (const name of COMPUTED_EXTRAS.filter(isWanted)) values[name] = await EXTRA_STEPS[name](input);
  return values as ExtraValues;
}
