import { vectorNumbers, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import { parseFlag } from '../../input/parse-flag.js';
import { requireQuality } from '../../results/quality-gate.js';
import { successSchema } from '../envelope.js';
import { VECTOR_EXAMPLES } from '../openapi/recorded-answers.js';
import { faceDet, oneFace, qualityFlag, singleBox } from './face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
import { OPERATION_ERRORS, type Operation } from './operation.js';

const MESSAGE = 'Fetched vector data.';

const VectorData = z.object({
  vector: z
    .array(z.number())
    .length(128)
    .describe(
      'The template of the face. Two templates of the same model less than 0.5 apart show the same person.',
    ),
});

interface VectorQuery {
  readonly faces: FaceSelection;
  readonly needsQuality: boolean;
}

export const getFaceVec: Operation<'img', VectorQuery, z.infer<typeof VectorData>> = {
  path: '/get_face_vec',
  message: MESSAGE,
  images: [{ field: 'img', boxes: 'bboxes' }],
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'getFaceVec',
    tag: 'Faces',
    summary: 'Face Vector',
    description:
      'Turns the most prominent face of the image (or the face that a box names) into 128 numbers that serve as its template.',
    query: { bboxes: singleBox('img'), quality: qualityFlag, face_det: faceDet },
    imageFields: { img: 'The image with the face.' },
    responses: {
      200: {
        description: 'The template.',
        schema: successSchema(MESSAGE, VectorData),
        examples: VECTOR_EXAMPLES,
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, 'no-face', 'face-too-small', 'low-illumination', 'incorrect-pose'],
  },
  parseQuery: (rawQuery) => ({
    faces: oneFace(rawQuery, 'bboxes'),
    needsQuality: parseFlag(rawQuery, 'quality') === 1,
  }),
  async run(engine, images, { faces, needsQuality }, signal) {
    const result = await engine.vector(images.img, { faces, signal });
    if (needsQuality) requireQuality(result, faces);
    return { data: { vector: vectorNumbers(result.vector) }, timings: [result.timings] };
  },
};
