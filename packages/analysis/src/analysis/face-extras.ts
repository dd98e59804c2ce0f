import type { Box } from '../geometry/box.js';
import type { EncodePng } from '../image/pixels.js';
import type { Pyramid } from '../image/pyramid.js';
import { expressionOf } from '../landmarks/expression.js';
import { faceSquare, fivePoints, halves, outline, type HeadPose } from '../landmarks/face-geometry.js';
import type { Mesh } from '../landmarks/fit-face.js';
import { measureQuality } from '../quality/quality.js';
import { ALIGNED_SIZE, alignedCrop } from '../recognition/embed-face.js';
import type { Models } from './models.js';

/** What an extra is computed from. */
export interface ExtraInput {
  readonly models: Models;
  readonly image: Pyramid;
  /** In pixels of the full image. */
  readonly box: Box;
  readonly mesh: Mesh;
  readonly pose: HeadPose;
  readonly encodePng: EncodePng;
}

interface ExtraStep<Value> {
  /** Milliseconds of a slow core, rounded up; `STEP_COST` says how they are measured. */
  readonly cost: number;
  readonly compute: (input: ExtraInput) => Value | Promise<Value>;
}

const step = <Value>(extra: ExtraStep<Value>): ExtraStep<Value> => extra;

/** What a call computes of a face only on request, besides its vector. */
export const EXTRA_STEPS = {
  quality: step({
    cost: 3,
    compute: ({ image, box, mesh: { vertices }, pose }) =>
      measureQuality(image, {
        box,
        outline: outline(vertices),
        halves: halves(vertices),
        square: faceSquare(vertices),
        pose,
      }),
  }),
  expression: step({
    cost: 3,
    compute: ({ models, mesh }) => expressionOf(models.blendshapes, mesh.vertices),
  }),
  aligned: step({
    cost: 2,
    compute: ({ image, mesh, encodePng }) =>
      encodePng(alignedCrop(image, fivePoints(mesh.vertices)), ALIGNED_SIZE),
  }),
};

export type ComputedExtra = keyof typeof EXTRA_STEPS;
export const COMPUTED_EXTRAS = Object.keys(EXTRA_STEPS) as readonly ComputedExtra[];

type ValueOf<Step> = Step extends ExtraStep<infer Value> ? Value : never;
/** The values of the extras that a call requested. */
export type ExtraValues = { readonly [Name in ComputedExtra]?: ValueOf<(typeof EXTRA_STEPS)[Name]> };

/** What all of them cost for one face. */
export const EXTRAS_COST = COMPUTED_EXTRAS.reduce((sum, name) => sum + EXTRA_STEPS[name].cost, 0);

export async function computeExtras(
  input: ExtraInput,
  isWanted: (name: ComputedExtra) => boolean,
): Promise<ExtraValues> {
  const values: Partial<Record<ComputedExtra, unknown>> = {};
  for (const name of COMPUTED_EXTRAS.filter(isWanted)) values[name] = await EXTRA_STEPS[name].compute(input);
  return values as ExtraValues;
}
