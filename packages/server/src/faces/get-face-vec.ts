import { vectorNumbers, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import { parseAttributes, parseChoice } from '../http/query.js';
import { extraAttributes } from './results/attributes.js';
import {
  attributeFields,
  extrasFor,
  VECTOR_ATTRIBUTES,
  type VectorAttribute,
} from './results/attribute-table.js';
import {
  EXTRAS_OF_LEVEL,
  QUALITY_LEVELS,
  requireLevel,
  type QualityLevel,
} from './results/quality-checks.js';
import { VECTOR_EXAMPLES } from '../http/openapi/recorded-responses.js';
import { MAX_IMAGES } from './batch.js';
import { faceDet, oneFace, qualityLevel, returnAttributes, singleBox } from './face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
import { oneOrSeveral, OPERATION_ERRORS, type Operation } from './operation.js';

const MESSAGE = 'Fetched vector data.';

const VectorData = z.object({
  vector: z
    .array(z.number())
    .length(128)
    .describe(
      'The vector of the face. Two vectors of the same model less than 0.5 apart show the same person.',
    ),
  ...attributeFields(VECTOR_ATTRIBUTES),
});

interface VectorQuery {
  readonly faces: FaceSelection;
  readonly level: QualityLevel;
  readonly extras: ReadonlySet<VectorAttribute>;
}

export const getFaceVec: Operation<'img', VectorQuery, z.infer<typeof VectorData>> = {
  path: '/get_face_vec',
  message: MESSAGE,
  images: [{ field: 'img', boxes: 'bboxes' }],
  takesList: true,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'getFaceVec',
    tag: 'Faces',
    summary: 'Face Vector',
    description:
      'Turns the most prominent face of the image (or the face that a box names) into a vector of 128 numbers.',
    query: {
      bboxes: singleBox('img'),
      quality: qualityLevel,
      face_det: faceDet,
      return_attributes: returnAttributes(VECTOR_ATTRIBUTES),
    },
    imageFields: { img: 'The image with the face.' },
    mostInList: MAX_IMAGES,
    responses: {
      200: {
        description: 'The vector.',
        ...oneOrSeveral(MESSAGE, VectorData),
        examples: VECTOR_EXAMPLES,
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [
      ...OPERATION_ERRORS,
      'no-face',
      'face-too-small',
      'low-illumination',
      'incorrect-pose',
      'enrolment-check',
    ],
  },
  parseQuery: (rawQuery) => ({
    faces: oneFace(rawQuery, 'bboxes'),
    level: parseChoice(rawQuery, 'quality', QUALITY_LEVELS),
    extras: parseAttributes(rawQuery, VECTOR_ATTRIBUTES),
  }),
  async run(engine, images, { faces, level, extras }, signal) {
    const wanted = [...extrasFor(extras), ...EXTRAS_OF_LEVEL[level]];
    const result = await engine.vector(images.img, { faces, extras: wanted, signal });
    requireLevel(level, result, faces);
    return {
      data: {
        ...extraAttributes({ ...result, ...result.face }, extras, result.imageSize, faces),
        vector: vectorNumbers(result.vector),
      },
      timings: [result.timings],
    };
  },
};
