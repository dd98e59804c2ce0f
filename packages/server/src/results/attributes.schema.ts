import {
  AGE_RANGES,
  BLENDSHAPES,
  LANDMARK_KEYS,
  MAX_VECTORS,
  type Blendshape,
  type LandmarkKey,
} from '@facet/engine';
import { z } from 'zod';

// The attributes of a face in a response. A new one has its schema in EXTRA_FIELDS and its value in VALUES of
// attributes.ts; if Face Vector returns it too, its name is in VECTOR_ATTRIBUTES. The parameter `return_attributes`, the
// OpenAPI document and the types of the clients follow from these.

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
      `The vector of the face, as Face Vector gives it. The header X-Facet-Model names the model. Only the first ${MAX_VECTORS} faces of a response have one, and fewer (at least 2) if there are dozens; send the rectangles of the rest as bboxes for more.`,
    )
    .optional(),
};

export type ExtraAttributes = z.infer<z.ZodObject<typeof EXTRA_FIELDS>>;

/** What `return_attributes` may name on Image Attributes. */
export const IMAGE_ATTRIBUTES = Object.keys(EXTRA_FIELDS) as readonly ImageAttribute[];
export type ImageAttribute = keyof ExtraAttributes;

/** What `return_attributes` may name on Face Vector, which does not estimate age. */
export const VECTOR_ATTRIBUTES = [
  'confidence',
  'pose',
  'quality',
  'expression',
] as const satisfies ImageAttribute[];
export type VectorAttribute = (typeof VECTOR_ATTRIBUTES)[number];

const LandmarkPoint = z
  .object({ x: z.int(), y: z.int() })
  .describe('A point in pixels of the upright image.');

const faceLandMark = Object.fromEntries(LANDMARK_KEYS.map((key) => [key, LandmarkPoint])) as Record<
  LandmarkKey,
  typeof LandmarkPoint
>;

const FaceLandmarks = z.object(faceLandMark).describe('All 68 points by name.');

/** x1, y1, x2, y2 in pixels of the upright image. */
export const FaceRectangleSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const FaceAttributes = z.object({
  age: z.enum(AGE_RANGES).describe('The range that holds the estimated age; its lower bound is inclusive.'),
  face_rectangle: FaceRectangleSchema.describe('x1, y1, x2, y2 in pixels; may be used as `bboxes`.'),
  gender: z.enum(['male', 'female']),
  gender_confidence: z.number().min(0.501).max(1),
  landmarks: z.object({ faceLandMark: FaceLandmarks }),
  ...EXTRA_FIELDS,
});

/** Named in the OpenAPI document, so that each is written once. */
export const ATTRIBUTE_COMPONENTS = {
  LandmarkPoint,
  FaceLandmarks,
  HeadPose,
  FaceQuality,
  FaceExpression,
  FaceAttributes,
};

/**
 * The keys of the faces are a family, `face_id_<n>`. Many tools ignore patternProperties, so every further property is
 * a face, the first is named for those that ignore that too, and propertyNames keeps other names out.
 */
const Attributes = z
  .object({
    image_size: z.tuple([z.int().min(1), z.int().min(1)]).describe('Height, then width, in pixels.'),
    face_id_0: FaceAttributes.optional(),
  })
  .catchall(FaceAttributes)
  .meta({
    description:
      'One entry `face_id_<n>` for each face, and `image_size`. Detected faces are numbered by prominence, given boxes in their order.',
    propertyNames: { pattern: String.raw`^(image_size|face_id_\d+)$` },
    'x-additionalPropertiesName': 'face_id_<n>',
  });

export const AttributesData = z.object({ attributes: Attributes });

export type FaceLandmarks = z.infer<typeof FaceLandmarks>;
export type FaceAttributes = z.infer<typeof FaceAttributes>;
export type Attributes = Readonly<Record<`face_id_${number}`, FaceAttributes>> & {
  readonly image_size: [height: number, width: number];
};
