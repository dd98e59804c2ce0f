import { AGE_RANGES, LANDMARK_KEYS, MAX_FACES, type LandmarkKey } from '@facet/engine';
import { z } from 'zod';
import { nameSchemas } from '../../http/openapi/name-schemas.js';
import type { JsonSchema } from '../../http/route.js';
import { ATTRIBUTE_SCHEMAS, attributeFields, IMAGE_ATTRIBUTES } from './attribute-table.js';

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
  ...attributeFields(IMAGE_ATTRIBUTES),
});

const ImageSize = z.tuple([z.int().min(1), z.int().min(1)]).describe('Height, then width, in pixels.');
const ABOUT_FACES =
  'One entry `face_id_<n>` for each face, and `image_size`. Detected faces are numbered by prominence, given boxes in their order.';

/**
 * The keys of the faces are a family, `face_id_<n>`. Many tools ignore patternProperties, so every further property is
 * a face, the first is named for those that ignore that too, and propertyNames keeps other names out.
 */
const ImageFaces = z
  .object({ image_size: ImageSize, face_id_0: FaceAttributes.optional() })
  .catchall(FaceAttributes)
  .meta({
    description: ABOUT_FACES,
    propertyNames: { pattern: String.raw`^(image_size|face_id_\d+)$` },
    'x-additionalPropertiesName': 'face_id_<n>',
  });

/** The same with every face by its name, for generators: some write types that do not compile where names are a family. */
export const withFacesByName = ({ type, properties, required, description }: JsonSchema): JsonSchema => {
  const { face_id_0: face, ...others } = properties as Readonly<Record<string, unknown>>;
  const names = Array.from({ length: MAX_FACES }, (_, n) => `face_id_${n}`);
  return {
    type,
    properties: { ...others, ...Object.fromEntries(names.map((name) => [name, face])) },
    required,
    additionalProperties: false,
    description,
  };
};

nameSchemas({ LandmarkPoint, FaceLandmarks, ...ATTRIBUTE_SCHEMAS, FaceAttributes, ImageFaces });

export const AttributesData = z.object({ attributes: ImageFaces });

export type FaceLandmarks = z.infer<typeof FaceLandmarks>;
export type FaceAttributes = z.infer<typeof FaceAttributes>;
export type Attributes = Readonly<Record<`face_id_${number}`, FaceAttributes>> & {
  readonly image_size: [height: number, width: number];
};
