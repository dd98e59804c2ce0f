import {
  BLENDSHAPES,
  failedGates,
  MAX_SPOOF_SCORES,
  MAX_VECTORS,
  rounded,
  roundedExpression,
  roundedPose,
  roundedQuality,
  vectorNumbers,
  type AttributedFace,
  type Blendshape,
  type ComputedExtra,
  type ExtraValues,
  type Face,
  type FaceExtra,
  type Quality,
} from '@facet/engine';
import { z } from 'zod';

// The one table of what a face has only on request. The parameter `return_attributes`, the OpenAPI document, the clients,
// the command, the portal and the documents follow from it.

const score = z.number().min(0).max(1);

const HeadPose = z
  .object({ yaw: z.number(), pitch: z.number(), roll: z.number() })
  .describe(
    'In degrees: `yaw` (above 0: the nose points to the left of the image), `pitch` (above 0: up) and `roll` (above 0: the head leans clockwise).',
  );

const FailedCondition = z
  .object({
    attribute: z.enum(['Image size', 'Lighting', 'Pose']),
    error: z.enum(['Face too Small', 'Low Illumination', 'Incorrect Pose']),
    value: z.number(),
    threshold: z.number(),
  })
  .describe('A condition of `quality=1` that the face does not meet.');

const FaceQuality = z
  .object({
    score: score.describe('All measures in one number: how good the weakest of them is.'),
    sharpness: score.describe('How much fine detail the face shows; below 0.35 it is blurred.'),
    illumination: z.number().min(0).max(255).describe('Mean luma over the face (BT.601).'),
    evenness: score.describe('Mean luma of the darker half of the face relative to the brighter one.'),
    size: z.tuple([z.number(), z.number()]).describe('Width, then height of the face rectangle, in pixels.'),
    failed: z
      .array(FailedCondition)
      .describe(
        'The conditions of `quality=1` on Face Vector that the face does not meet; empty if it passes.',
      ),
  })
  .describe(
    '`score`, that of the weakest measure; `sharpness` and `evenness` from 0 to 1; `illumination` from 0 to 255; `size`; and `failed`, the conditions of `quality=1` that the face does not meet.',
  );

const blendshapes = Object.fromEntries(BLENDSHAPES.map((name) => [name, score])) as Record<
  Blendshape,
  typeof score
>;

const FaceExpression = z
  .object({
    smile: score,
    mouth_opening: z
      .number()
      .min(0)
      .describe('The gap between the lips relative to the width of the mouth; from 0.1 on it is open.'),
    left_eye_opening: z
      .number()
      .min(0)
      .describe('The gap between the lids relative to the width of the eye; below 0.16 it is closed.'),
    right_eye_opening: z.number().min(0),
    blendshapes: z.object(blendshapes).describe('Scores from 0 to 1, with the names of ARKit and MediaPipe.'),
  })
  .describe(
    "`smile` from 0 to 1; `mouth_opening` (open from about 0.1), `left_eye_opening` and `right_eye_opening` (closed below about 0.16), relative to the width; `blendshapes`, 51 scores of single movements, named as in MediaPipe. Left and right are the person's own, unlike those of the landmarks. How a face moves is not how a person feels: the EU AI Act, Article 5(1)(f), forbids inferring emotions at work and in education, except for medical or safety reasons.",
  );

/** A face as returned by the engine, with only the requested extras. */
export type DescribedFace = Face &
  Partial<Pick<AttributedFace, 'ageYears' | 'vector' | 'spoofScore'>> &
  ExtraValues;

/** Width and height of the rectangle in the response. */
type RectangleSize = [width: number, height: number];

interface Attribute<Value, Needs> {
  /** Its type and, as its description, its wording in every document. */
  readonly schema: z.ZodType<Value>;
  /** What the engine must compute for it, at the cost that the engine states; null: it is always there. */
  readonly needs: Needs;
  /** undefined if the engine did not return it. */
  readonly value: (face: DescribedFace, size: RectangleSize) => Value | undefined;
}

/** Offered by Image Attributes and Face Vector. */
const offeredByBoth = <Value, const Needs extends ComputedExtra | null>(
  attribute: Attribute<Value, Needs>,
) => ({
  ...attribute,
  onVector: true as const,
});
/** Offered by Image Attributes alone. */
const onImages = <Value, const Needs extends FaceExtra | null>(attribute: Attribute<Value, Needs>) => ({
  ...attribute,
  onVector: false as const,
});

export const ATTRIBUTE_TABLE = {
  confidence: offeredByBoth({
    schema: score.describe('How sure the service is that this is a face, 0 to 1.'),
    needs: null,
    value: ({ confidence }) => rounded(confidence, 3),
  }),
  age_years: onImages({
    schema: z.number().min(0).max(100).describe('The estimated age in years, within the range of `age`.'),
    needs: null,
    value: ({ ageYears }) => (ageYears === undefined ? undefined : rounded(ageYears, 1)),
  }),
  pose: offeredByBoth({ schema: HeadPose, needs: null, value: ({ pose }) => roundedPose(pose) }),
  quality: offeredByBoth({
    schema: FaceQuality,
    needs: 'quality',
    value: ({ quality }, size) =>
      quality && { ...roundedQuality(quality), size, failed: listedGates(Math.min(...size), quality) },
  }),
  expression: offeredByBoth({
    schema: FaceExpression,
    needs: 'expression',
    value: ({ expression }) => {
      if (expression === undefined) return undefined;
      const { mouthOpening, leftEyeOpening, rightEyeOpening, ...others } = roundedExpression(expression);
      return {
        smile: others.smile,
        mouth_opening: mouthOpening,
        left_eye_opening: leftEyeOpening,
        right_eye_opening: rightEyeOpening,
        blendshapes: others.blendshapes,
      };
    },
  }),
  aligned: offeredByBoth({
    schema: z
      .base64()
      .describe(
        'The face turned upright and cropped as the model of the vectors takes it, with the eyes and the mouth in their usual place: a PNG of 112×112 pixels in Base64. What lies outside the image is black.',
      ),
    needs: 'aligned',
    value: ({ aligned }) => aligned && Buffer.from(aligned).toString('base64'),
  }),
  aligned_alone: offeredByBoth({
    schema: z
      .base64()
      .describe('The same, black outside the outline of the face, so that nobody else is in it.'),
    needs: 'alignedAlone',
    value: ({ alignedAlone }) => alignedAlone && Buffer.from(alignedAlone).toString('base64'),
  }),
  vector: onImages({
    schema: z
      .array(z.number())
      .length(128)
      .describe(
        `The 128 numbers of Face Vector; the header X-Facet-Model names their model. Only the first ${MAX_VECTORS} faces have them, or as many as \`max_faces\` says.`,
      ),
    needs: 'vector',
    value: ({ vector }) => vector && vectorNumbers(vector),
  }),
  spoof_score: onImages({
    schema: score.describe(
      `How much the face looks like a photo or a screen, 0 to 1, in this picture alone. A hint, never a verdict: it is wrong for every sixth attack, and often on press photos. Only the first ${MAX_SPOOF_SCORES} faces have it.`,
    ),
    needs: 'spoofScore',
    value: ({ spoofScore }) => (spoofScore === undefined ? undefined : rounded(spoofScore, 3)),
  }),
};

/** The failed conditions of the quality check, as listed in a response. */
export const listedGates = (side: number, quality: Quality): z.infer<typeof FailedCondition>[] =>
  failedGates(side, quality).map(({ attribute, error, value, threshold }) => ({
    attribute,
    error,
    value,
    threshold,
  }));

/** The schemas that have a name in the OpenAPI document. */
export const ATTRIBUTE_SCHEMAS = { HeadPose, FailedCondition, FaceQuality, FaceExpression };

type Table = typeof ATTRIBUTE_TABLE;

type Unoffered = Exclude<FaceExtra, Table[keyof Table]['needs']>;
/** Does not compile while the engine computes an extra that no attribute needs. */
export const UNOFFERED: [Unoffered] extends [never] ? null : Unoffered = null;

/** What `return_attributes` may name on Image Attributes. */
export type ImageAttribute = keyof Table;
export const IMAGE_ATTRIBUTES = Object.keys(ATTRIBUTE_TABLE) as readonly ImageAttribute[];

/** The same on Face Vector, which does not estimate age. */
export type VectorAttribute = {
  [Name in ImageAttribute]: Table[Name]['onVector'] extends true ? Name : never;
}[ImageAttribute];
export const VECTOR_ATTRIBUTES = IMAGE_ATTRIBUTES.filter(
  (name): name is VectorAttribute => ATTRIBUTE_TABLE[name].onVector,
);

type FieldsOf<Name extends ImageAttribute> = { [N in Name]: z.ZodOptional<Table[N]['schema']> };

/** The fields of these attributes in a response; each is there only if requested. */
export const attributeFields = <Name extends ImageAttribute>(names: readonly Name[]): FieldsOf<Name> =>
  Object.fromEntries(names.map((name) => [name, ATTRIBUTE_TABLE[name].schema.optional()])) as FieldsOf<Name>;

export type ExtraAttributes = z.infer<z.ZodObject<FieldsOf<ImageAttribute>>>;

/** What the engine must compute for these attributes. */
export const extrasFor = <Name extends ImageAttribute>(
  names: ReadonlySet<Name>,
): NonNullable<Table[Name]['needs']>[] =>
  IMAGE_ATTRIBUTES.filter((name): name is Name => (names as ReadonlySet<string>).has(name)).flatMap(
    (name) => ATTRIBUTE_TABLE[name].needs ?? [],
  );
