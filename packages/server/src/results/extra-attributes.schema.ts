import { BLENDSHAPES, MAX_VECTORS, type Blendshape } from '@facet/engine';
import { z } from 'zod';

/** What `return_attributes` may name on Image Attributes. */
export const IMAGE_ATTRIBUTES = [
  'confidence',
  'age_years',
  'pose',
  'quality',
  'expression',
  'vector',
] as const;
export type ImageAttribute = (typeof IMAGE_ATTRIBUTES)[number];

/** What `return_attributes` may name on Face Vector, which runs no age network. */
export const VECTOR_ATTRIBUTES = ['confidence', 'pose', 'quality', 'expression'] as const;
export type VectorAttribute = (typeof VECTOR_ATTRIBUTES)[number];

const score = z.number().min(0).max(1);

const HeadPose = z
  .object({ yaw: z.number(), pitch: z.number(), roll: z.number() })
  .describe(
    "Degrees. Yaw above 0: the nose points to the image's left. Pitch above 0: it points up. Roll above 0: the head leans clockwise.",
  );

const FailedGate = z.object({
  attribute: z.enum(['Image size', 'Lighting', 'Pose']),
  error: z.enum(['Face too Small', 'Low Illumination', 'Incorrect Pose']),
  value: z.number(),
  threshold: z.number(),
});

const FaceQuality = z.object({
  score: score.describe('All measures in one number: how good the weakest of them is.'),
  sharpness: score.describe('How much fine detail the face shows; below 0.35 it is blurred.'),
  illumination: z.number().min(0).max(255).describe('Mean luma over the face (BT.601).'),
  evenness: score.describe('Mean luma of the darker half of the face relative to the brighter one.'),
  size: z.tuple([z.number(), z.number()]).describe('Width, then height of the face rectangle, in pixels.'),
  failed: z
    .array(FailedGate)
    .describe(
      'The conditions of `quality=1` on Face Vector that the face does not meet; empty if it passes.',
    ),
});

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
    blendshapes: z.object(blendshapes).describe("MediaPipe's blendshape scores by name."),
  })
  .describe("Left and right are the person's own, unlike those of the landmarks.");

/** Fields of a face beyond the specification; each only if requested. */
export const EXTRA_FIELDS = {
  confidence: score.describe('How sure the service is that this is a face.').optional(),
  age_years: z
    .number()
    .min(0)
    .max(100)
    .describe('The estimate in years, within the range of `age`.')
    .optional(),
  pose: HeadPose.optional(),
  quality: FaceQuality.optional(),
  expression: FaceExpression.optional(),
  vector: z
    .array(z.number())
    .length(128)
    .describe(
      `The template of the face, as Face Vector gives it. The header X-Facet-Model names the model. Only the first ${MAX_VECTORS} faces of an answer have one, and fewer where it shows dozens (at least 2); send the rectangles of the rest as bboxes for more.`,
    )
    .optional(),
};

export const EXTRA_COMPONENTS = { HeadPose, FaceQuality, FaceExpression };

export type ExtraAttributes = z.infer<z.ZodObject<typeof EXTRA_FIELDS>>;
